/**
 * The operators that compute a value from their arguments alone (PROTOCOL 7.24, 7.25, 7.26, 7.27, 7.28, 7.29, 7.31).
 * Those that use state, parameters, conditions and the response are in `machine.ts`.
 *
 * An operator with a fixed number of arguments reads the members named `0`, `1`, `2`; the others read all members
 * in order, whatever their keys.
 */
import { equals, isLess, isLessOrEqual, looselyEqual } from "./comparison.js";
import {
  add,
  decimal,
  divide,
  isDecimal,
  isNumeric,
  isZero,
  multiply,
  subtract,
  writeDecimal,
  type Arithmetic,
} from "./decimal.js";
import { hash, idHash, shortHash } from "./hashes.js";
import { NotJson, readJson, writeJson } from "./json.js";
import { patternMatches } from "./pattern.js";
import { verify } from "./signature.js";
import { byteLength, text } from "./text.js";
import {
  isContainer,
  MachineFailure,
  member,
  members,
  type Dictionary,
  type List,
  type Value,
} from "./value.js";

export type Arguments = List | Dictionary;
type Operator = (args: Arguments) => Value;

const first = (args: Arguments): Value => member(args, "0");
const second = (args: Arguments): Value => member(args, "1");
const third = (args: Arguments): Value => member(args, "2");

export const OPERATORS: Record<string, Operator> = {
  // Both branches are already evaluated (PROTOCOL 7.3). Only exactly true chooses the first.
  if: (args) => (first(args) === true ? second(args) : third(args)),
  and: (args) => booleans(args)?.every((value) => value) ?? false,
  or: (args) => booleans(args)?.some((value) => value) ?? false,
  get: (args) => {
    const from = first(args);
    const key = second(args);
    if (!isContainer(from)) return null;
    if (typeof key === "number") return member(from, truncated(key).toString());
    return typeof key === "string" || typeof key === "bigint" ? member(from, key.toString()) : null;
  },
  in: (args) => {
    const among = second(args);
    return isContainer(among) && members(among).some((one) => looselyEqual(first(args), one));
  },

  // The scale of a sum grows with its terms, so `$add` starts from "0" and is "0" without arguments.
  add: (args) => ["0", ...members(args)].reduce((sum, next) => step(add, sum, next)),
  sub: (args) => (members(args).length === 0 ? "0" : chain(subtract, args)),
  mul: (args) => chain(multiply, args),
  div: (args) => chain(divide, args),
  precise_add: (args) => precise(add, args),
  precise_sub: (args) => precise(subtract, args),
  precise_mul: (args) => precise(multiply, args),
  precise_div: (args) => precise(divide, args),
  // The digits after the point, 0 for a value that is not decimal text (PROTOCOL 7.27, 14.4).
  scale: (args) => (isDecimal(first(args)) ? BigInt(decimal(first(args)).scale) : 0n),

  get_type: (args) => typeName(first(args)),
  is_numeric: (args) => members(args).every(isNumeric),
  is_int: (args) => members(args).every((value) => typeof value === "bigint"),
  is_string: (args) => members(args).every((value) => typeof value === "string"),
  is_null: (args) => members(args).every((value) => value === null),
  is_bool: (args) => members(args).every((value) => typeof value === "boolean"),
  is_array: (args) => members(args).every(isContainer),
  is_double: (args) => members(args).every((value) => typeof value === "number"),

  eq: (args) => equals(first(args), second(args)),
  ne: (args) => !equals(first(args), second(args)),
  gt: (args) => isLess(second(args), first(args)),
  gte: (args) => isLessOrEqual(second(args), first(args)),
  lt: (args) => isLess(first(args), second(args)),
  lte: (args) => isLessOrEqual(first(args), second(args)),

  concat: (args) =>
    members(args)
      .filter((value) => typeof value === "string")
      .join(""),
  count: (args) => {
    const counted = first(args);
    return isContainer(counted) ? BigInt(members(counted).length) : 0n;
  },
  strlen: (args) => {
    const measured = first(args);
    return typeof measured === "string" ? BigInt(byteLength(measured)) : 0n;
  },
  reg_match: (args) => {
    const pattern = first(args);
    const subject = second(args);
    return typeof pattern === "string" && typeof subject === "string" && patternMatches(pattern, subject);
  },
  encode_json: (args) => writeJson(first(args)),
  decode_json: (args) => {
    const source = first(args);
    if (typeof source !== "string") return [];
    const value = parse(source) ?? [];
    if (!isContainer(value)) throw new MachineFailure("the JSON of a scalar");
    return value;
  },

  hash: (args) => hash(first(args)),
  short_hash: (args) => shortHash(first(args)),
  id_hash: (args) => idHash(first(args)),
  sign_verify: (args) => {
    const publicKey = second(args);
    const signature = third(args);
    if (typeof publicKey !== "string" || !/^[0-9a-f]{64}$/.test(publicKey)) return false;
    if (typeof signature !== "string" || byteLength(signature) !== 128) return false;
    if (!/^[0-9a-fA-F]{128}$/.test(signature)) throw new MachineFailure("the signature is not hex");
    return verify({ message: Buffer.from(text(first(args)), "utf8"), publicKey, signature });
  },
};

/** Returns all arguments when there is at least one and all are booleans. */
function booleans(args: Arguments): boolean[] | undefined {
  const values = members(args);
  const booleans = values.filter((value) => typeof value === "boolean");
  return values.length > 0 && booleans.length === values.length ? booleans : undefined;
}

/** One step of `$add`, `$sub`, `$mul`, `$div`. A value that is not numeric counts as 0. The scale is the larger one. */
function step(operation: Arithmetic, left: Value, right: Value): string {
  return calculate({ operation, left: isNumeric(left) ? left : "0", right: isNumeric(right) ? right : "0" });
}

/** Division by zero gives "0" for any dividend and scale. Otherwise both operands must be decimals. */
function calculate(of: { operation: Arithmetic; left: Value; right: Value; scale?: number }): string {
  const right = decimal(of.right);
  if (of.operation === divide && isZero(right)) return "0";
  const left = decimal(of.left);
  return writeDecimal(of.operation(left, right, of.scale ?? Math.max(left.scale, right.scale)));
}

/** Applies the steps from first to last. A single argument is returned as its text, "0" when it is not numeric. */
function chain(operation: Arithmetic, args: Arguments): Value {
  const [start, ...rest] = members(args);
  if (start === undefined) throw new MachineFailure("no operands");
  let result = isNumeric(start) ? text(start) : "0";
  for (const next of rest) result = step(operation, result, next);
  return result;
}

/** `$precise_*`: the third argument is the scale, from 0 to 10. Any other value counts as 0. */
function precise(operation: Arithmetic, args: Arguments): Value {
  const left = first(args);
  const right = second(args);
  if (!isNumeric(left) || !isNumeric(right)) return "0";
  const scale = looseInteger(third(args));
  const places = scale >= 0n && scale <= 10n ? Number(scale) : 0;
  return calculate({ operation, left, right, scale: places });
}

/** PHP's `(int)`: the leading number of a text, 1 for a list or map with members (PROTOCOL 7.41). */
function looseInteger(value: Value): bigint {
  if (typeof value === "bigint") return value;
  if (typeof value === "number") return truncated(value);
  if (typeof value === "boolean") return value ? 1n : 0n;
  if (value === null) return 0n;
  if (isContainer(value)) return members(value).length > 0 ? 1n : 0n;
  const number =
    /^[ \t\n\r\v\f]*([+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)/.exec(value)?.[1] ?? "0";
  return /^[+-]?[0-9]+$/.test(number) ? BigInt(number.replace(/^\+/, "")) : truncated(Number(number));
}

/** A float without its fraction. A number in a text that is too large for a float counts as 0. */
function truncated(float: number): bigint {
  return Number.isFinite(float) ? BigInt(Math.trunc(float)) : 0n;
}

function typeName(value: Value): string {
  if (value === null) return "NULL";
  if (typeof value === "bigint") return "integer";
  if (typeof value === "number") return "double";
  if (typeof value === "boolean") return "boolean";
  return isContainer(value) ? "array" : "string";
}

/** Parses JSON text; null for text that is not valid. */
function parse(source: string): Value {
  try {
    return readJson(source);
  } catch (error) {
    if (error instanceof NotJson) return null;
    throw error;
  }
}
