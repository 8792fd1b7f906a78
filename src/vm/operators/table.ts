import type { CodeKind } from "../../records/code-layout.js";
import { arityOf } from "../../records/operators/operator.js";
import { isKnownIn, OPERATORS, type OperatorName } from "../../records/operators/table.js";
import type { OperatorTable } from "../compile.js";
import type { Operator, OperatorCall } from "../operator.js";
import { ARITHMETIC_CALLS } from "./arithmetic.js";
import { CHAIN_CALLS } from "./chain.js";
import { COMPARISON_CALLS } from "./comparison.js";
import { CRYPTO_CALLS } from "./crypto.js";
import { LOGIC_CALLS } from "./logic.js";
import { STATE_CALLS } from "./state.js";
import { TEXT_CALLS } from "./text.js";
import { TYPES_CALLS } from "./types.js";

/** What the operators do. The compiler holds that every operator of the table is here, and no other. */
const CALLS: Readonly<Record<OperatorName, OperatorCall>> = {
  ...LOGIC_CALLS,
  ...ARITHMETIC_CALLS,
  ...TYPES_CALLS,
  ...COMPARISON_CALLS,
  ...STATE_CALLS,
  ...TEXT_CALLS,
  ...CRYPTO_CALLS,
  ...CHAIN_CALLS,
};

const TABLES: Readonly<Record<CodeKind, OperatorTable>> = {
  contract: toTable("contract"),
  request: toTable("request"),
};

/** The operators of a kind of code. Any other `$name` in a code is data (PROTOCOL 7.2). */
export function operatorsFor(kind: CodeKind): OperatorTable {
  return TABLES[kind];
}

function toTable(kind: CodeKind): OperatorTable {
  const table = new Map<string, Operator>();
  for (const [name, call] of Object.entries(CALLS)) {
    const spec = OPERATORS.get(name);
    if (spec !== undefined && isKnownIn(kind, spec)) table.set(name, { name, arity: arityOf(spec), call });
  }
  return table;
}
