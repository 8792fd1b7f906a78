import { canonicalJson } from "../../codec/canonical-json.js";
import type { Value, ValueMap } from "../../codec/value.js";
import type { Evaluation } from "../../vm/machine.js";

/** An expression by itself in the condition pass, and in the execution pass. */
export interface Evaluations {
  readonly condition: Evaluation;
  readonly execution: Evaluation;
}

/**
 * As recordings write them: `{both}` when the passes agree, else `{condition, execution}`, each `{result}` with `break`
 * and `message` when it ended the pass. `{fails, message}` when the expression fails in both.
 */
export function evaluationsToValue({ condition, execution }: Evaluations): Value {
  const [first, second] = [toMap(condition), toMap(execution)];
  if (canonicalJson(first) !== canonicalJson(second)) {
    return new Map([
      ["condition", first],
      ["execution", second],
    ]);
  }
  return condition.status === "failed" ? first : new Map([["both", first]]);
}

/** What made an expression or a program fail, as an answer. */
export function failureToValue(message: string): ValueMap {
  return new Map<string, Value>([
    ["fails", true],
    ["message", message],
  ]);
}

function toMap(evaluation: Evaluation): ValueMap {
  if (evaluation.status === "failed") return failureToValue(evaluation.message);
  const map = new Map<string, Value>([["result", evaluation.value]]);
  if (evaluation.status === "broke") map.set("break", true).set("message", evaluation.message);
  return map;
}
