import { canonicalJson } from "../../codec/canonical-json.js";
import type { ChainError } from "../../codec/chain-error.js";
import { valueToText } from "../../codec/text.js";
import { type Value, type ValueMap, objectToMap } from "../../codec/value.js";
import { PUBLIC_NETWORK } from "../../records/network.js";
import { createEmptyChain, type Evaluation } from "../../vm/machine.js";
import { conditionFailed, executionFailed } from "../../vm/errors.js";

/** The empty chain for the chain operators, with the default difficulty (PROTOCOL 4.2). */
export const NO_CHAIN = createEmptyChain(PUBLIC_NETWORK.constants.default_difficulty);

/** The results of one expression in the condition pass and in the execution pass. */
interface Evaluations {
  readonly condition: Evaluation;
  readonly execution: Evaluation;
}

/**
 * Converts evaluations to the form of the recordings: `{both}` when the passes agree, else `{condition, execution}`,
 * each `{result}` with `break` and `message` when it ended the pass; `{fails, message}` when the expression fails in
 * both.
 */
export function evaluationsToValue({ condition, execution }: Evaluations): Value {
  const [first, second] = [toMap(condition), toMap(execution)];
  if (canonicalJson(first) !== canonicalJson(second)) {
    return objectToMap({ condition: first, execution: second });
  }
  return condition.status === "failed" ? first : new Map([["both", first]]);
}

/** The error that stopped an expression, `CONDITION_FAILED` or `EXECUTION_FAILED`, or null. */
export function evaluationFailure({ condition, execution }: Evaluations): ChainError | null {
  if (condition.status === "broke") return conditionFailed({ message: valueToText(condition.message) });
  for (const evaluation of [condition, execution])
    if (evaluation.status === "failed") return executionFailed({ message: evaluation.message });
  return null;
}

/** The result of the execution pass: the value, or that of the response that ended it. Null when it failed. */
export function valueLeft({ execution }: Evaluations): Value {
  if (execution.status === "failed") return null;
  return execution.status === "broke" ? execution.message : execution.value;
}

export function failureToValue(message: string): ValueMap {
  return objectToMap({ fails: true, message });
}

function toMap(evaluation: Evaluation): ValueMap {
  if (evaluation.status === "failed") return failureToValue(evaluation.message);
  const map = new Map<string, Value>([["result", evaluation.value]]);
  if (evaluation.status === "broke") map.set("break", true).set("message", evaluation.message);
  return map;
}
