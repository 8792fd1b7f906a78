import { isDecimal } from "../codec/decimal.js";
import { isStateKeyPart } from "../codec/state-key-part.js";
import type { OperatorName } from "../records/operators/table.js";
import { OPERATORS } from "../records/operators/table.js";
import { contractOperand } from "./errors.js";

/**
 * Checks the literal arguments of an operator: numbers that make every call fail (PROTOCOL 7.18), and keys under which
 * nothing is stored (PROTOCOL 2.5). Throws `CONTRACT_OPERAND`.
 */
export function assertOperands(operator: OperatorName, args: readonly unknown[]): void {
  const { parameters = [], rest } = OPERATORS.get(operator) ?? {};
  for (const [index, argument] of args.entries()) {
    const type = (parameters[index] ?? rest)?.type;
    if (typeof argument === "string") assertText(operator, type, argument);
  }
}

function assertText(operator: string, type: string | undefined, value: string): void {
  if (type === "number" && !isDecimal(value))
    throw contractOperand({ reason: `'${value}' is not decimal text.`, operator: `$${operator}`, value });
  if (type === "key" && !isStateKeyPart(value))
    throw contractOperand({
      reason: "A key is lower-case hexadecimal text of even length from 2 to 64.",
      operator: `$${operator}`,
      value,
    });
}
