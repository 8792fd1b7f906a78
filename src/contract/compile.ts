import { mapToValue, type Value } from "../codec/value.js";
import type { CodeKind } from "../records/code-layout.js";
import { memberPath } from "../records/json-path.js";
import { isKnownIn, OPERATORS } from "../records/operators/table.js";
import { contractPlace, contractValue } from "./errors.js";
import { BuiltCall } from "./call.js";
import { placeOf, type Place, type SourceMap } from "./source-map.js";

export class Float {
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }
}

/** The marks of calls by JSON path, which become places when they are asked for. */
export class Marks {
  readonly #marks = new Map<string, Pick<BuiltCall, "mark" | "labels">>();
  #places: SourceMap | null = null;

  set(path: string, { mark, labels }: BuiltCall): void {
    this.#marks.set(path, { mark, labels });
  }

  get places(): SourceMap {
    this.#places ??= toPlaces(this.#marks);
    return this.#places;
  }
}

function toPlaces(marks: ReadonlyMap<string, Pick<BuiltCall, "mark" | "labels">>): SourceMap {
  const places = new Map<string, Place>();
  for (const [path, { mark, labels }] of marks) {
    const place = placeOf(mark);
    if (place !== null) places.set(path, labels.length === 0 ? place : { ...place, labels });
  }
  return places;
}

export interface CompileOptions {
  /** Null for an expression by itself. */
  readonly kind: CodeKind | null;
  /** The names of the declared parameters: a request may have one named `from`. */
  readonly declared?: ReadonlySet<unknown>;
  readonly marks: Marks;
}

/** Compiles an operand to a value of the code. Throws `CONTRACT_VALUE` or `CONTRACT_PLACE`. */
export function compile(operand: unknown, path: string, options: CompileOptions): Value {
  if (operand instanceof BuiltCall) return compileCall(operand, path, options);
  switch (typeof operand) {
    case "string":
    case "boolean":
    case "bigint":
      return operand;
    case "number":
      if (Number.isSafeInteger(operand)) return BigInt(operand);
      throw contractValue({ type: "number", value: String(operand) });
    case "object":
      return operand === null ? null : compileContainer(operand, path, options);
    default:
      throw contractValue({ type: typeof operand });
  }
}

function compileCall(call: BuiltCall, path: string, options: CompileOptions): Value {
  const { operator, args } = call;
  if (operator === null) return compile(args[0], path, options);
  assertKnown(operator, args, options);
  const at = memberPath(path, `$${operator}`);
  options.marks.set(at, call);
  const operands = args.map((argument, index) => compile(argument, memberPath(at, index), options));
  return new Map([[`$${operator}`, operands]]);
}

/** The implicit parameters that only a signed transaction has (PROTOCOL 7.17). */
export const SIGNER_PARAMETERS: ReadonlySet<unknown> = new Set(["from", "hash", "size"]);

function assertKnown(operator: string, args: readonly unknown[], { kind, declared }: CompileOptions): void {
  const spec = OPERATORS.get(operator);
  if (kind === null || spec === undefined) return;
  if (!isKnownIn(kind, spec)) throw contractPlace({ kind, what: `$${operator}` });
  const isSigners =
    operator === "load_param" && SIGNER_PARAMETERS.has(args[0]) && declared?.has(args[0]) !== true;
  if (kind === "request" && isSigners)
    throw contractPlace({ kind, what: `the parameter ${String(args[0])}` });
}

function compileContainer(operand: object, path: string, options: CompileOptions): Value {
  if (operand instanceof Float) return operand.number;
  if (Array.isArray(operand))
    return operand.map((member, index) => compile(member, memberPath(path, index), options));
  if ("toValue" in operand && typeof operand.toValue === "function") return operand.toValue() as Value;
  const entries = operand instanceof Map ? [...operand] : Object.entries(operand);
  return mapToValue(
    new Map(
      entries
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => [String(name), compile(member, memberPath(path, String(name)), options)]),
    ),
  );
}

Object.defineProperty(BuiltCall.prototype, "toValue", {
  value(this: BuiltCall) {
    return compile(this, "$", { kind: null, marks: new Marks() });
  },
});
