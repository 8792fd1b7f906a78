/** A thread that executes calls again for readers of the chain. It asks the node's own thread what the chain holds. */
import { canonicalJsonInSteps } from "../../codec/canonical-json.js";
import { allSteps } from "../../codec/steps.js";
import type { Value } from "../../codec/value.js";
import { ask, GivenUp, serveJobs } from "../../ledger/machine/asking.js";
import { createNetwork } from "../../records/network.js";
import { CodesByHeight } from "../../replay/known-codes.js";
import { ReadChain } from "../../replay/read-chain.js";
import type { PageRequest, StoreReader } from "../../store/store.js";
import * as errors from "../errors.js";
import { runReplay } from "./replay-job.js";
import {
  READER_METHODS,
  errorToText,
  type ReaderQuestion,
  type ReplayResult,
  type ReplayStart,
  type ReplayTask,
} from "./replay-messages.js";

const { definition, length } = serveJobs(replay) as ReplayStart;
const network = createNetwork(definition);
const codes = new CodesByHeight(network);

const asking = new Map<PropertyKey, (...given: unknown[]) => unknown>(
  READER_METHODS.map((method) => [method, async (...given) => askReader({ method, given })]),
);
/** What a stored chain answers in pieces is too long to send: calls that read more than one of them are refused. */
asking.set("streamMainBlocks", (from, to) => {
  if (from !== to) throw errors.replayUnsupported();
  return askOne({ method: "streamMainBlocks", given: [from, to] });
});
asking.set("streamTransactions", (page, ...given) => {
  if ((page as PageRequest).count !== 1) throw errors.replayUnsupported();
  return askOne({ method: "streamTransactions", given: [page, ...given] });
});
const reader = new Proxy({} as StoreReader, {
  get(_, name) {
    // A view of the reader is awaited, so it is asked whether it is a promise.
    if (name === "then") return undefined;
    const method = asking.get(name);
    if (method === undefined) throw errors.replayUnsupported();
    return method;
  },
});

function askReader(question: ReaderQuestion): unknown {
  return ask(question);
}

async function* askOne(question: ReaderQuestion): AsyncGenerator {
  yield* askReader(question) as readonly unknown[];
}

async function replay({ job, nowUs }: ReplayTask): Promise<ReplayResult> {
  try {
    const chain = await ReadChain.open({ reader, network, isDefinitionKnown: true, codes });
    return { json: print(await runReplay(chain, job, nowUs)) };
  } catch (error) {
    if (error instanceof GivenUp) throw error;
    return { error: errorToText(error) };
  }
}

/** The values of a trace are shared and its text repeats them, so it is printed only as far as it may be sent. */
function print(value: Value): string {
  const json = allSteps(canonicalJsonInSteps(value, length));
  if (json === null) throw errors.replayLength({ most: length });
  return json;
}
