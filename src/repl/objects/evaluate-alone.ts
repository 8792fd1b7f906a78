import { ZERO_ADDRESS } from "../../codec/address.js";
import type { Value } from "../../codec/value.js";
import { evaluationFailure, NO_CHAIN, valueLeft } from "../../replay/evaluation/evaluations.js";
import { evaluateExpression } from "../../vm/machine.js";
import { toValue, toValueMap } from "../to-value.js";

/**
 * Evaluates an expression without state, with the parameters that `$load_param` finds. Throws `CONDITION_FAILED` or
 * `EXECUTION_FAILED`, each with the machine's message.
 */
export function evaluateAlone(expression: unknown, parameters: unknown = {}): Value {
  const evaluations = evaluateExpression(toValue(expression), {
    kind: "contract",
    writer: ZERO_ADDRESS,
    space: "",
    parameters: toValueMap(parameters),
    implicit: { from: ZERO_ADDRESS, hash: "", size: 0 },
    state: { read: () => undefined },
    chain: NO_CHAIN,
  });
  const failure = evaluationFailure(evaluations);
  if (failure !== null) throw failure;
  return valueLeft(evaluations);
}
