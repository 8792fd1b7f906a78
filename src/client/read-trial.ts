import type { Value } from "../codec/value.js";
import {
  OPERATOR_CALL,
  TRACED_TRIAL,
  type TracedOperator,
  type TracedTrial,
} from "../records/operations/trial.js";
import type { Read } from "../records/operations/json-schema.js";
import { readAnswer } from "./read-answer.js";

/** Reads a trial with its trace, whose calls contain calls of the same shape. */
export function readTrial(value: Value): TracedTrial {
  const { trace, ...trial } = readAnswer(TRACED_TRIAL, value);
  return { ...trial, trace: trace.map(withReadCalls) };
}

function withReadCalls({ calls, ...call }: Read<typeof OPERATOR_CALL>): TracedOperator {
  return { ...call, calls: calls.map((value) => withReadCalls(readAnswer(OPERATOR_CALL, value, "call"))) };
}
