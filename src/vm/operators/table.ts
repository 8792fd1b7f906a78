import type { CodeKind } from "../../records/code.js";
import type { OperatorTable } from "../compile.js";
import type { Operator } from "../operator.js";
import { ARITHMETIC } from "./arithmetic.js";
import { CHAIN } from "./chain.js";
import { COMPARISON } from "./comparison.js";
import { CRYPTO } from "./crypto.js";
import { LOGIC } from "./logic.js";
import { READS, WRITES } from "./state.js";
import { TEXT } from "./text.js";
import { TYPES } from "./types.js";

const COMMON = [...LOGIC, ...ARITHMETIC, ...TYPES, ...COMPARISON, ...READS, ...TEXT, ...CRYPTO];
const CONTRACT = toTable([...COMMON, ...WRITES]);
const REQUEST = toTable([...COMMON, ...CHAIN]);

/** The operators of a kind of code. Any other `$name` in a code is data (PROTOCOL 7.2). */
export function operatorsFor(kind: CodeKind): OperatorTable {
  return kind === "contract" ? CONTRACT : REQUEST;
}

function toTable(operators: readonly Operator[]): OperatorTable {
  return new Map(operators.map((operator) => [operator.name, operator]));
}
