import type { CodeKind } from "../code-layout.js";

/** The definition of an operator of the contract machine, from which help, reference, checks and types are derived. */
export interface OperatorSpec {
  readonly parameters: readonly OperatorParameter[];
  /** The type of any number of further arguments. */
  readonly rest?: OperatorParameter;
  readonly result: ResultType;
  /** The only kind of code that knows the operator; both do when it is missing (PROTOCOL 7.34, 7.35). */
  readonly only?: CodeKind;
  /** What it gives or does: a fragment without its full stop. */
  readonly summary: string;
  /** What missing arguments and arguments of other types do: whole sentences. */
  readonly otherwise: string;
  /** What it adds to the work (docs/work-limit.md): a fragment; null when it adds nothing. */
  readonly cost: string | null;
  /** What is different than it looks: whole sentences. */
  readonly traps?: readonly string[];
  readonly examples: readonly [OperatorExample, ...OperatorExample[]];
}

export interface OperatorParameter {
  readonly name: string;
  readonly type: ArgumentType;
  /** The JSON of the value that a missing argument counts as. An argument without one is mandatory. */
  readonly default?: string;
}

/** `number`: decimal text, or an integer. `key`: lower-case hexadecimal text. `container`: a list or a map. */
export type ArgumentType = "any" | "boolean" | "integer" | "number" | "text" | "key" | "container";
/** `decimal`: decimal text. `key`: lower-case hexadecimal text. */
type ResultType = "any" | "boolean" | "integer" | "decimal" | "text" | "key" | "container" | "null";

/** A call of `chainnode code eval` with the result that it prints. */
export interface OperatorExample {
  /** JSON without `'`. */
  readonly expression: string;
  /** Parameters in the form of the command line: `amount=5`, `order:={"n":1}`. */
  readonly parameters?: readonly string[];
  /** Universal cells as JSON: `{"attribute":{"key":value}}`. */
  readonly universal?: string;
  /** Local cells, likewise. */
  readonly local?: string;
  /** JSON of the value; the message when the call fails or a condition does not hold. */
  readonly prints: { readonly value: string } | { readonly error: string };
}

type Setup = Pick<OperatorExample, "parameters" | "universal" | "local">;

/** An example that prints the JSON of a value. */
export function gives(expression: string, value: string, setup: Setup = {}): OperatorExample {
  return { expression, ...setup, prints: { value } };
}

export function fails(expression: string, error: string, setup: Setup = {}): OperatorExample {
  return { expression, ...setup, prints: { error } };
}

/** The number of arguments. A missing argument is null, an extra one is ignored (PROTOCOL 7.4). */
export type Arity = readonly [min: number, max: number];

export const UNLIMITED = Number.POSITIVE_INFINITY;

export function arityOf({ parameters, rest }: Pick<OperatorSpec, "parameters" | "rest">): Arity {
  const mandatory = parameters.filter((parameter) => parameter.default === undefined);
  return [mandatory.length, rest === undefined ? parameters.length : UNLIMITED];
}
