import type { Value } from "../codec/value.js";
import type { ArgumentType, OperatorSpec } from "../records/operators/operator.js";
import type { OPERATOR_SPECS, OperatorName } from "../records/operators/table.js";
import type { Accepted, Shape, ValueType } from "./shapes.js";

declare const SHAPE: unique symbol;

/** The operators that are methods of their first argument. */
export const METHODS = [
  "add", "sub", "mul", "div", "precise_add", "precise_sub", "precise_mul", "precise_div", "scale",
  "eq", "ne", "gt", "gte", "lt", "lte",
  "and", "or", "get", "in",
  "get_type", "is_numeric", "is_int", "is_string", "is_null", "is_bool", "is_array", "is_double",
  "concat", "count", "strlen", "encode_json", "decode_json", "hash", "short_hash", "id_hash", "sign_verify",
] as const satisfies readonly OperatorName[]; // prettier-ignore
type MethodName = (typeof METHODS)[number];

type Specs = typeof OPERATOR_SPECS;
type FirstType<Name extends MethodName> = Specs[Name]["parameters"][0]["type"];
type Others<List extends readonly unknown[]> = List extends [unknown, ...infer Rest] ? Rest : [];

/** The digits after the point that a `precise_` operator gives. */
export type Scale = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10;
export type Scaled = "add" | "sub" | "mul" | "div";

type Method<Name extends MethodName> = ((
  ...args: Others<ArgumentsOf<Specs[Name]>>
) => Expression<Specs[Name]["result"]>) &
  (Name extends Scaled
    ? (other: Argument<"number">, options: { readonly scale: Scale }) => Expression<"decimal">
    : unknown);

/** The methods that fit what an expression gives. */
type Methods<S extends Shape> = {
  readonly [Name in MethodName as [S] extends [Accepted[FirstType<Name>]] ? Name : never]: Method<Name>;
};

/** The members of every expression. */
interface Typed<S extends Shape> {
  readonly [SHAPE]: S;
  /** The same expression as another type, where you know more than the table says. Nothing is checked. */
  as<Other extends Shape>(type: ValueType<Other>): Expression<Other>;
  /** The expression as a value of the protocol, as the code will hold it. */
  toValue(): Value;
}

/**
 * An expression of a contract or request: a call of an operator. Its methods are the operators that take it as their
 * first argument. They calculate nothing: each gives a new expression.
 */
export type Expression<S extends Shape> = Typed<S> & Methods<S>;

/** The JavaScript values that an argument of the table's types may be. */
interface Literals {
  any: Literal;
  boolean: boolean;
  integer: number | bigint;
  number: `${number}` | number | bigint;
  text: string;
  key: string;
  container: readonly Operand[] | LiteralMap;
}

/** A list or plain object may hold expressions. An integer is a number or a bigint; a float is `float(0.5)`. */
export type Literal = null | boolean | number | bigint | string | readonly Operand[] | LiteralMap;
export interface LiteralMap {
  readonly [name: string]: Operand;
}

/** Anything that has a value in a contract. */
export type Operand = Literal | Expression<Shape>;

/** An argument of an operator, by its type in the table. */
export type Argument<Type extends ArgumentType> = Expression<Accepted[Type]> | Literals[Type];

export type ArgumentsOf<Spec extends OperatorSpec> = [
  ...Positional<Spec["parameters"]>,
  ...(Spec extends { readonly rest: { readonly type: infer Type extends ArgumentType } }
    ? Argument<Type>[]
    : []),
];

type Positional<Parameters extends OperatorSpec["parameters"]> = Parameters extends readonly [
  infer First extends OperatorSpec["parameters"][number],
  ...infer Others extends OperatorSpec["parameters"],
]
  ? First extends { readonly default: string }
    ? [Argument<First["type"]>?, ...Positional<Others>]
    : [Argument<First["type"]>, ...Positional<Others>]
  : [];

/** The shape of an operand: what a literal is in a contract. */
export type ShapeOf<T> =
  T extends Expression<infer S>
    ? S
    : T extends `${number}`
      ? "decimal"
      : T extends string
        ? "text"
        : T extends number | bigint
          ? "integer"
          : T extends boolean
            ? "boolean"
            : T extends null
              ? "null"
              : "container";
