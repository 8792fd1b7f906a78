/** A thread that runs the contract machine. It takes one job at a time and sends back the result of each. */
import { serialize } from "node:v8";
import { canonicalJson } from "../../codec/canonical-json.js";
import type { Value } from "../../codec/value.js";
import { ruleSetOf } from "../../records/rules.js";
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
import type { Job, Question, Result, SentAnswer, SentCall, SentOutcome } from "./machine-job.js";
import { ask, serveJobs } from "./asking.js";

serveJobs(async ({ kind, call: sent, budget }: Job): Promise<Result> => {
  const call = receiveCall(sent);
  if (kind === "collect") return collectStateKeys(call, { budget });
  if (kind === "execute") return outcomeToSend(execute(call, askedState(), { budget }));
  return answerToSend(await runRequest(call, askedSource(), { budget }));
});

function askNode(question: Question): unknown {
  return ask(question);
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
      if (!known.has(key)) known.set(key, askNode({ ask: "cell", kind, key }) as Value | undefined);
      return known.get(key);
    },
  };
}

function askedSource(): RequestSource {
  return {
    async loadState(keys, maxLength) {
      const length = askNode({ ask: "load", keys, maxLength }) as number;
      return { view: askedState(), length };
    },
    answer: async (query) => askNode({ ask: "chain", query }) as string,
  };
}

function receiveCall({ method, postProcess, parameters, implicit, rules }: SentCall): ProgramCall {
  return {
    program: compileMethod(method),
    postProcess: postProcess === null ? null : compileMethod(postProcess),
    parameters,
    implicit,
    rules: rules === undefined ? undefined : ruleSetOf(rules.number, rules.costTable),
  };
}

function outcomeToSend(execution: Execution): SentOutcome {
  if (!execution.ok) return execution;
  const { weight, work, cost, writes } = execution;
  const sent = writes.map(({ kind, key, value }) => ({ kind, key, value: serialize(value) }));
  return { ok: true, weight, work, cost, writes: sent };
}

function answerToSend(execution: Execution): SentAnswer {
  return execution.ok ? { ok: true, json: canonicalJson(execution.result) } : execution;
}
