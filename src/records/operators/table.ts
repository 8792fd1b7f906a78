import type { CodeKind } from "../code-layout.js";
import { ARITHMETIC_SPECS } from "./arithmetic.js";
import { CHAIN_SPECS } from "./chain.js";
import { COMPARISON_SPECS } from "./comparison.js";
import { CRYPTO_SPECS } from "./crypto.js";
import { LOGIC_SPECS } from "./logic.js";
import type { OperatorSpec } from "./operator.js";
import { STATE_SPECS } from "./state.js";
import { TEXT_SPECS } from "./text.js";
import { TYPES_SPECS } from "./types.js";

/** Every operator of the contract machine by its name without the `$`. Any other `$name` is data (PROTOCOL 7.2). */
export const OPERATOR_SPECS = {
  ...LOGIC_SPECS,
  ...ARITHMETIC_SPECS,
  ...TYPES_SPECS,
  ...COMPARISON_SPECS,
  ...STATE_SPECS,
  ...TEXT_SPECS,
  ...CRYPTO_SPECS,
  ...CHAIN_SPECS,
} as const;

export type OperatorName = keyof typeof OPERATOR_SPECS;

/** `OPERATOR_SPECS` by name, for a name that arrives at run time. */
export const OPERATORS: ReadonlyMap<string, OperatorSpec> = new Map(
  Object.entries<OperatorSpec>(OPERATOR_SPECS),
);

type OperatorGroup = Readonly<Record<string, OperatorSpec>>;

export const OPERATOR_GROUPS: ReadonlyMap<string, OperatorGroup> = new Map<string, OperatorGroup>([
  ["Conditions, branches and answers", LOGIC_SPECS],
  ["Parameters and state", STATE_SPECS],
  ["Arithmetic", ARITHMETIC_SPECS],
  ["Comparison", COMPARISON_SPECS],
  ["Types", TYPES_SPECS],
  ["Text and containers", TEXT_SPECS],
  ["Hashes and signatures", CRYPTO_SPECS],
  ["The chain, in requests only", CHAIN_SPECS],
]);

export function isKnownIn(kind: CodeKind, { only }: Pick<OperatorSpec, "only">): boolean {
  return only === undefined || only === kind;
}
