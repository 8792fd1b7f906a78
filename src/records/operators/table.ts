import type { CodeKind } from "../code-layout.js";
import { ARITHMETIC } from "./arithmetic.js";
import { CHAIN } from "./chain.js";
import { COMPARISON } from "./comparison.js";
import { CRYPTO } from "./crypto.js";
import { LOGIC } from "./logic.js";
import type { OperatorSpec } from "./operator.js";
import { STATE } from "./state.js";
import { TEXT } from "./text.js";
import { TYPES } from "./types.js";

/** Every operator of the contract machine by its name without the `$`. Any other `$name` is data (PROTOCOL 7.2). */
export const OPERATOR_SPECS = {
  ...LOGIC,
  ...ARITHMETIC,
  ...TYPES,
  ...COMPARISON,
  ...STATE,
  ...TEXT,
  ...CRYPTO,
  ...CHAIN,
} as const;

export type OperatorName = keyof typeof OPERATOR_SPECS;

/** The same for a name that is not known beforehand. */
export const OPERATORS: ReadonlyMap<string, OperatorSpec> = new Map(
  Object.entries<OperatorSpec>(OPERATOR_SPECS),
);

export type OperatorGroup = Readonly<Record<string, OperatorSpec>>;

/** The groups of the reference, by title. */
export const OPERATOR_GROUPS: ReadonlyMap<string, OperatorGroup> = new Map<string, OperatorGroup>([
  ["Conditions, branches and answers", LOGIC],
  ["Parameters and state", STATE],
  ["Arithmetic", ARITHMETIC],
  ["Comparison", COMPARISON],
  ["Types", TYPES],
  ["Text and containers", TEXT],
  ["Hashes and signatures", CRYPTO],
  ["The chain, in requests only", CHAIN],
]);

/** Whether a kind of code knows an operator. */
export function isKnownIn(kind: CodeKind, { only }: Pick<OperatorSpec, "only">): boolean {
  return only === undefined || only === kind;
}
