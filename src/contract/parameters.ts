import { type Value, mapToValue, objectToMap } from "../codec/value.js";
import { compile, Marks } from "./compile.js";
import { contractMaximum } from "./errors.js";
import { anywhere, buildCall } from "./call.js";
import type { Expression, LiteralMap, Literal } from "./expression.js";
import type { Shape, ValueType } from "./shapes.js";

/** A parameter: its type alone, which is then required and has the type's maximum; or what it deviates in. */
export type Parameter = ShortParameter | LongParameter | Definition<Shape>;
type ShortParameter = ValueType<Shape> & { readonly max: number };

export interface LongParameter {
  readonly type: ValueType<Shape>;
  /** The maximum in bytes. Types with a maximum of their own (`address`, `decimal`, …) may leave it out. */
  readonly max?: number;
  /**
   * Whether a call may leave it out. The chain checks the maximum and the cases of an optional parameter, but not its
   * type.
   */
  readonly optional?: boolean;
  /** The value of an optional parameter that is left out; null when the declaration names none. */
  readonly default?: Literal;
  /** The only values that it may have. */
  readonly cases?: readonly Literal[];
}

/** A parameter's definition exactly as the code holds it, for a code that must not change by a byte. */
export interface Definition<S extends Shape> {
  readonly definition: LiteralMap;
  readonly type: ValueType<S>;
}

/** A definition as it is written, and the type of its expression. */
export function definition<S extends Shape>(members: LiteralMap, type: ValueType<S>): Definition<S> {
  return { definition: members, type };
}

/** The declarations of a code's parameters, by name. */
export type Parameters = Readonly<Record<string, Parameter>>;

/** The expressions of the parameters. One that may be missing without a default may be null. */
export type ParameterExpressions<P extends Parameters> = string extends keyof P
  ? object
  : { readonly [Name in keyof P]: Expression<ShapeOfParameter<P[Name]>> };

type ShapeOfParameter<P extends Parameter> = P extends { readonly shape: infer S extends Shape }
  ? S
  : P extends { readonly type: ValueType<infer S> }
    ? P extends { readonly optional: true }
      ? P extends { readonly default: Exclude<Literal, null> }
        ? S
        : S | "null"
      : S
    : never;

/** The values that a call gives: text for amounts and addresses. */
export type ParameterValues<P extends Parameters> = {
  readonly [Name in keyof P as P[Name] extends { readonly optional: true } ? never : Name]: ValueOf<P[Name]>;
} & {
  readonly [Name in keyof P as P[Name] extends { readonly optional: true } ? Name : never]?: ValueOf<P[Name]>;
};

interface Values {
  address: string;
  key: string;
  decimal: string;
  text: string;
  integer: number | bigint;
  boolean: boolean;
  double: number;
}
type ValueOf<P extends Parameter> =
  Exclude<ShapeOfParameter<P>, "null"> extends infer S
    ? S extends keyof Values
      ? Values[S]
      : unknown
    : never;

/** The definitions as the code holds them, by name. Throws `CONTRACT_MAXIMUM`. @param code its name. */
export function parameterDefinitions(code: string, parameters: Parameters): Value {
  return mapToValue(
    new Map(
      Object.entries(parameters).map(([name, parameter]) => [name, definitionOf({ code, name, parameter })]),
    ),
  );
}

interface NamedParameter {
  readonly code: string;
  readonly name: string;
  readonly parameter: Parameter;
}

function definitionOf({ code, name, parameter }: NamedParameter): Value {
  if ("definition" in parameter) return literal(parameter.definition);
  const { type, max, optional = false, default: otherwise = null, cases = null } = normalized(parameter);
  const maxlength = max ?? type.max;
  if (maxlength === null) throw contractMaximum({ code, parameter: name });
  return objectToMap({
    name,
    type: type.type,
    maxlength: BigInt(maxlength),
    requirements: !optional,
    default: literal(otherwise),
    cases: literal(cases),
  });
}

function normalized(parameter: ShortParameter | LongParameter): LongParameter {
  return "shape" in parameter ? { type: parameter } : parameter;
}

function literal(value: unknown): Value {
  return compile(value, "$", { kind: null, marks: new Marks() });
}

export function parameterExpressions<P extends Parameters>(parameters: P): ParameterExpressions<P> {
  return Object.fromEntries(
    Object.keys(parameters).map((name) => [name, buildCall("load_param", [name], anywhere)]),
  ) as ParameterExpressions<P>;
}
