import { isDecimal } from "../codec/decimal.js";
import { isStateKeyPart } from "../codec/state-key-part.js";
import { type OperatorName, OPERATORS } from "../records/operators/table.js";
import { contractOperand } from "./errors.js";
import { METHODS, type Expression, type Operand, type Scaled } from "./expression.js";
import type { Shape } from "./shapes.js";
import { markPlace, placeOf, type PlaceMark } from "./source-map.js";

/** What is behind every expression. */
export class BuiltCall {
  /** Without the `$`; null for a plain value in place of a call. */
  readonly operator: OperatorName | null;
  readonly args: readonly Operand[];
  /** Where the source calls it. */
  readonly mark: PlaceMark;
  /** The labels of `debug`, which are no part of the code. */
  readonly labels: readonly string[];

  constructor(
    operator: OperatorName | null,
    args: readonly Operand[],
    mark: PlaceMark,
    labels: readonly string[] = [],
  ) {
    this.operator = operator;
    this.args = args;
    this.mark = mark;
    this.labels = labels;
  }
}

/** A function of the builder, whose caller is the place of what it builds. */
export type Caller = (...args: never[]) => unknown;

/** The caller of what is built once and used anywhere: its place is that of the call around it. */
export function anywhere(): void {
  // It is on no stack, so that no place is found.
}

/** Builds the call of an operator of the table. Throws `CONTRACT_OPERAND`. */
export function buildCall<S extends Shape>(
  operator: OperatorName,
  args: readonly unknown[],
  caller: Caller,
): Expression<S> {
  const operands = args as readonly Operand[];
  assertOperands(operator, operands);
  return new BuiltCall(operator, operands, markPlace(caller)) as unknown as Expression<S>;
}

export function plain<S extends Shape>(value: unknown, caller: Caller): Expression<S> {
  return new BuiltCall(null, [value as Operand], markPlace(caller)) as unknown as Expression<S>;
}

/** The same call with one more label. Throws `CONTRACT_OPERAND` for what is not a call of an operator. */
export function labelled<S extends Shape>(label: string, given: unknown, caller: Caller): Expression<S> {
  const { operator = null, args = [], mark = {}, labels = [] } = given instanceof BuiltCall ? given : {};
  if (operator === null)
    throw contractOperand({
      reason: "debug() takes an expression that the chain evaluates, not a literal.",
      operator: "debug",
      value: label,
    });
  const place = placeOf(mark) === null ? markPlace(caller) : mark;
  return new BuiltCall(operator, args, place, [...labels, label]) as unknown as Expression<S>;
}

const SCALED: ReadonlySet<string> = new Set<Scaled>(["add", "sub", "mul", "div"]);

function isScale(value: unknown): value is { readonly scale: number } {
  return typeof value === "object" && value !== null && !(value instanceof BuiltCall) && "scale" in value;
}

for (const name of METHODS) {
  const method = function (this: BuiltCall, ...args: readonly unknown[]): unknown {
    const [other, options] = args;
    if (SCALED.has(name) && isScale(options))
      return buildCall(`precise_${name as Scaled}`, [this, other, options.scale], method);
    return buildCall(name, [this, ...args], method);
  };
  Object.defineProperty(BuiltCall.prototype, name, { value: method });
}
Object.defineProperty(BuiltCall.prototype, "as", {
  value(this: BuiltCall) {
    return this;
  },
});

/** Checks literal arguments (PROTOCOL 2.5, 7.18). Throws `CONTRACT_OPERAND`. */
function assertOperands(operator: OperatorName, args: readonly unknown[]): void {
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
