/** A thread that executes calls again for readers of the chain. It asks the node's own thread what the chain holds. */
import { parentPort, workerData } from "node:worker_threads";
import { canonicalJsonInSteps } from "../../codec/canonical-json.js";
import { allSteps } from "../../codec/steps.js";
import type { Value } from "../../codec/value.js";
import { createNetwork } from "../../records/network.js";
import { CodesByHeight } from "../../replay/known-codes.js";
import { ReadChain } from "../../replay/read-chain.js";
import type { StoreReader } from "../../store/store.js";
import * as errors from "../errors.js";
import { runReplay } from "./replay-job.js";
import {
  READER_METHODS,
  errorToText,
  textToError,
  type FromReplayThread,
  type ReaderMethod,
  type ReplayStart,
  type ToReplayThread,
} from "./replay-messages.js";

const port = parentPort;
if (port === null) throw new TypeError("The replay worker runs as a worker thread only. ");
const { definition, length } = workerData as ReplayStart;
const network = createNetwork(definition);
const codes = new CodesByHeight(network);

interface Pending {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

const pending = new Map<number, Pending>();
let asked = 0;

function send(message: FromReplayThread): void {
  port?.postMessage(message);
}

function ask(method: ReaderMethod, given: readonly unknown[]): Promise<unknown> {
  asked += 1;
  const number = asked;
  return new Promise((resolve, reject) => {
    pending.set(number, { resolve, reject });
    send({ ask: number, method, given });
  });
}

const asking = new Map<PropertyKey, (...given: unknown[]) => unknown>(
  READER_METHODS.map((method) => [method, (...given) => ask(method, given)]),
);
/** What a stored chain answers in pieces is too long to send: calls that read it are refused. */
const reader = new Proxy({} as StoreReader, {
  get(_, name) {
    const method = asking.get(name);
    if (method === undefined) throw errors.replayUnsupported();
    return method;
  },
});

port.on("message", (message: ToReplayThread) => {
  if ("answered" in message) {
    const waiting = pending.get(message.answered);
    pending.delete(message.answered);
    if ("error" in message) waiting?.reject(textToError(message.error));
    else waiting?.resolve(message.value);
    return;
  }
  ReadChain.open({ reader, network, isDefinitionKnown: true, codes })
    .then((chain) => runReplay(chain, message.job, message.nowUs))
    .then((value) => send({ json: print(value) }))
    .catch((error: unknown) => send({ error: errorToText(error) }));
});

/** The values of a trace are shared and its text repeats them, so it is printed only as far as it may be sent. */
function print(value: Value): string {
  const json = allSteps(canonicalJsonInSteps(value, length));
  if (json === null) throw errors.replayLength({ most: length });
  return json;
}
