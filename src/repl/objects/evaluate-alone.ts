import { ZERO_ADDRESS } from "../../codec/address.js";
import { ChainError } from "../../codec/chain-error.js";
import { valueToText } from "../../codec/text.js";
import type { Value } from "../../codec/value.js";
import { PUBLIC_NETWORK } from "../../records/network.js";
import { createEmptyChain, evaluateExpression } from "../../vm/machine.js";
import { toValue, toValueMap } from "../to-value.js";

/**
 * The value of an expression by itself, on no state, with the parameters that `$load_param` finds. Throws
 * `CONDITION_FAILED` or `EXECUTION_FAILED`, each with the machine's message.
 */
export function evaluateAlone(expression: unknown, parameters: unknown = {}): Value {
  const { condition, execution } = evaluateExpression(toValue(expression), {
    kind: "contract",
    writer: ZERO_ADDRESS,
    space: "",
    parameters: toValueMap(parameters),
    implicit: { from: ZERO_ADDRESS, hash: "", size: 0 },
    state: { read: () => undefined },
    chain: createEmptyChain(PUBLIC_NETWORK.constants.default_difficulty.toString()),
  });
  if (condition.status === "broke") throw new ChainError("CONDITION_FAILED", valueToText(condition.message));
  if (execution.status === "failed") throw new ChainError("EXECUTION_FAILED", execution.message);
  return execution.status === "done" ? execution.value : execution.message;
}
