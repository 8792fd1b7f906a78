/** A thread that runs the contract machine. It takes one job at a time and sends back the result of each. */
import { serialize } from "node:v8";
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { canonicalJson } from "../../codec/canonical-json.js";
import type { Value } from "../../codec/value.js";
import { RULE_SETS } from "../../records/rules.js";
import {
  runRequest,
  collectStateKeys,
  compileMethod,
  execute,
  type ProgramCall,
  type Execution,
  type RequestSource,
  type StateView,
} from "../../vm/machine.js";
import type {
  Job,
  Question,
  Reply,
  Result,
  ThreadMessage,
  SentAnswer,
  SentCall,
  SentOutcome,
} from "./machine-job.js";

const port = parentPort;
if (port === null) throw new TypeError("The machine worker runs as a worker thread only. ");
/** Grows by one with every reply. */
const answered = workerData as Int32Array;

/** Thrown when a question could not be answered, to stop the job. */
class GivenUp extends Error {}

port.on("message", (job: Job) => {
  void resultOf(job).then((result) => send({ result }));
});

async function resultOf({ kind, call: sent, maxWork }: Job): Promise<Result> {
  const call = receiveCall(sent);
  try {
    if (kind === "collect") return collectStateKeys(call, { maxWork });
    if (kind === "execute") return outcomeToSend(execute(call, askedState(), { maxWork }));
    return answerToSend(await runRequest(call, askedSource(), { maxWork }));
  } catch (error) {
    if (error instanceof GivenUp) return null;
    throw error;
  }
}

/** The machine is synchronous, so the thread blocks: data is fetched when the machine asks for it. */
function ask(question: Question): unknown {
  const before = Atomics.load(answered, 0);
  send(question);
  Atomics.wait(answered, 0, before);
  const received = port === null ? undefined : receiveMessageOnPort(port);
  const reply = (received?.message ?? null) as Reply;
  if (reply === null) throw new GivenUp();
  return reply.value;
}

/** Fetches cells as they are asked for, each once. */
function askedState(): StateView {
  const cells = {
    universal: new Map<string, Value | undefined>(),
    local: new Map<string, Value | undefined>(),
  };
  return {
    read(kind, key) {
      const known = cells[kind];
      if (!known.has(key)) known.set(key, ask({ ask: "cell", kind, key }) as Value | undefined);
      return known.get(key);
    },
  };
}

function askedSource(): RequestSource {
  return {
    async loadState(keys, maxLength) {
      const length = ask({ ask: "load", keys, maxLength }) as number;
      return { view: askedState(), length };
    },
    answer: async (query) => ask({ ask: "chain", query }) as string,
  };
}

function receiveCall({ method, postProcess, parameters, implicit, rules }: SentCall): ProgramCall {
  return {
    program: compileMethod(method),
    postProcess: postProcess === null ? null : compileMethod(postProcess),
    parameters,
    implicit,
    rules: rules === undefined ? undefined : RULE_SETS[rules],
  };
}

function outcomeToSend(execution: Execution): SentOutcome {
  if (!execution.ok) return execution;
  const { weight, work, writes } = execution;
  const sent = writes.map(({ kind, key, value }) => ({ kind, key, value: serialize(value) }));
  return { ok: true, weight, work, writes: sent };
}

function answerToSend(execution: Execution): SentAnswer {
  return execution.ok ? { ok: true, json: canonicalJson(execution.result) } : execution;
}

function send(message: ThreadMessage): void {
  port?.postMessage(message);
}
