/** A thread that runs the contract machine. Takes one job at a time and answers each with what it came to. */
import { serialize } from "node:v8";
import { parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { canonicalJson } from "../../codec/canonical-json.js";
import type { Value } from "../../codec/value.js";
import {
  answerRequest,
  collectStateKeys,
  compileMethod,
  execute,
  type Call,
  type Execution,
  type RequestSource,
  type StateView,
} from "../../vm/machine.js";
import type { Job, Question, Reply, Result, Said, SentAnswer, SentCall, SentOutcome } from "./run-job.js";

const port = parentPort;
if (port === null) throw new TypeError("The run worker runs as a worker thread only. ");
/** Grows by one with every answer. */
const answered = workerData as Int32Array;

/** Whoever should have answered failed: the job is not to go on. */
class GivenUp extends Error {}

port.on("message", (job: Job) => {
  void resultOf(job).then((result) => say({ result }));
});

async function resultOf({ kind, call: sent, maxWork }: Job): Promise<Result> {
  const call = receiveCall(sent);
  try {
    if (kind === "collect") return collectStateKeys(call, { maxWork });
    if (kind === "execute") return outcomeToSend(execute(call, askedState(), { maxWork }));
    return answerToSend(await answerRequest(call, askedSource(), { maxWork }));
  } catch (error) {
    if (error instanceof GivenUp) return null;
    throw error;
  }
}

/** The machine does not wait, so the thread does: everything it needs comes when it asks for it. */
function ask(question: Question): unknown {
  const before = Atomics.load(answered, 0);
  say(question);
  Atomics.wait(answered, 0, before);
  const received = port === null ? undefined : receiveMessageOnPort(port);
  const reply = (received?.message ?? null) as Reply;
  if (reply === null) throw new GivenUp();
  return reply.value;
}

/** The cells as they are asked for, each once. */
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

function receiveCall({ method, postProcess, parameters, implicit }: SentCall): Call {
  return {
    program: compileMethod(method),
    postProcess: postProcess === null ? null : compileMethod(postProcess),
    parameters,
    implicit,
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

function say(said: Said): void {
  port?.postMessage(said);
}
