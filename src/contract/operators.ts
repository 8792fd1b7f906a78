import { OPERATORS, type OPERATOR_SPECS, type OperatorName } from "../records/operators/table.js";
import { Float } from "./compile.js";
import { anywhere, buildCall, labelled, plain } from "./call.js";
import type { Expression, Argument, ArgumentsOf, Operand, ShapeOf } from "./expression.js";
import type { Shape } from "./shapes.js";

/** A function for every operator of the table, under its name without the `$`. */
export type Operators = {
  readonly [Name in OperatorName]: (
    ...args: ArgumentsOf<(typeof OPERATOR_SPECS)[Name]>
  ) => Expression<(typeof OPERATOR_SPECS)[Name]["result"]>;
};

/** Every operator of the language as a function: `op.precise_div("1", "3", 10)`. */
export const op: Operators = createOperators();

function createOperators(): Operators {
  const names = [...OPERATORS.keys()] as readonly OperatorName[];
  return Object.fromEntries(
    names.map((name) => {
      const build = (...args: readonly unknown[]): unknown => buildCall(name, args, build);
      return [name, build];
    }),
  ) as unknown as Operators;
}

/**
 * Stops the call with a message unless `holds` is true: `$condition`. Where an execution holds several, all of them are
 * checked.
 */
export function require(holds: Argument<"boolean">, message: string): Expression<"check"> {
  return buildCall("condition", [holds, message], require);
}

/** Ends the call with its result: `$response`. No execution behind it takes effect. */
export function respond(value: Operand): Expression<"check"> {
  return buildCall("response", [value], respond);
}

/**
 * `then` when the condition is exactly true, else `otherwise`: `$if`. Both are evaluated: a condition in the branch that is
 * not chosen is checked, and a write in it is paid for.
 */
export function when<const Then extends Operand, const Otherwise extends Operand = null>(
  holds: Argument<"boolean">,
  then: Then,
  otherwise?: Otherwise,
): Expression<ShapeOf<Then> | ShapeOf<Otherwise>> {
  return buildCall("if", [holds, then, otherwise ?? null], when);
}

/** Any JSON, unchanged and unchecked, even what the builder's types refuse. */
export function raw(value: unknown): Expression<"any"> {
  return plain(value, raw);
}

/** A literal as an expression, for its methods: `literal("1").add(amount)`. */
export function literal<const T extends Exclude<Operand, Expression<Shape>>>(
  value: T,
): Expression<ShapeOf<T>> {
  return plain(value, literal);
}

/**
 * Whether a text is spelled as an address: 44 lower-case hexadecimal characters. A shorter text can name the same cell as
 * an address, and any other text names none: what is written there is lost. The checksum is not checked.
 */
export function isAddressText(spelled: Argument<"text">): Expression<"boolean"> {
  return buildCall("reg_match", ["/^[0-9a-f]{44}$/D", spelled], isAddressText);
}

/**
 * The same expression, whose value tests, traces and `chainnode code debug` show under a label. Nothing of it is in the
 * code: its JSON is that without `debug`. Throws `CONTRACT_OPERAND` for a literal.
 */
export function debug<S extends Shape>(label: string, expression: Expression<S>): Expression<S> {
  return labelled(label, expression, debug);
}

/** A float. Amounts are decimal text: floats are rarely what you want. */
export function float(number: number): Expression<"double"> {
  return plain(new Float(number), float);
}

/** The address of the signer. Only contracts have it. */
export const from: Expression<"address"> = buildCall("load_param", ["from"], anywhere);
/** The hash of the transaction. Only contracts have it. */
export const transactionHash: Expression<"text"> = buildCall("load_param", ["hash"], anywhere);
/** The size of the transaction in bytes. Only contracts have it. */
export const transactionSize: Expression<"integer"> = buildCall("load_param", ["size"], anywhere);
/**
 * The time of the transaction in microseconds. The sender sets it, and the chain holds it between the times of the block
 * before and of its own block. Only contracts have it.
 */
export const timestamp: Expression<"integer"> = buildCall("load_param", ["timestamp"], anywhere);
/** The version of the protocol. */
export const protocolVersion: Expression<"text"> = buildCall("load_param", ["version"], anywhere);
