import type { StateKind } from "../codec/state-key.js";
import { buildCall, type BuiltCall, type Caller } from "./call.js";
import type { Expression, Literal } from "./expression.js";
import type { Accepted, Shape, ValueType } from "./shapes.js";

/** The expressions that a cell or key of a type takes. */
interface Fitting {
  address: Expression<"address">;
  key: Expression<"key" | "address">;
  decimal: Expression<"decimal">;
  text: Expression<Accepted["text"]>;
  integer: Expression<"integer">;
  boolean: Expression<"boolean">;
  double: Expression<"double">;
  container: Expression<"container">;
  any: Expression<Accepted["any"]>;
}

/** The literals that a cell or key of a type takes. */
interface FittingLiterals {
  address: string;
  key: string;
  decimal: `${number}`;
  text: string;
  integer: number | bigint;
  boolean: boolean;
  double: never;
  container: Extract<Literal, object>;
  any: Literal;
}

/** The types of keys and values. */
type Stored = keyof Fitting;

type Fits<S extends Stored> = Fitting[S] | FittingLiterals[S];

/** The read of a cell, which can also be written. */
export type Cell<Read extends Shape, S extends Stored> = Expression<Read> & {
  /**
   * Writes the cell when the call succeeds; null clears it. Reads of the same call still give the value from before it,
   * and of several writes of one cell the last one counts.
   */
  set(value: Fits<S> | null): Expression<"write">;
};

/** The cells of an attribute, by key. */
export interface Cells<Read extends Shape, K extends Stored, S extends Stored> {
  /** The attribute's name. */
  readonly attribute: string;
  /** The cell of a key. The key must not depend on a read of state: such a cell is not loaded. */
  of(key: Fits<K>): Cell<Read, S>;
}

/** A declaration of cells by key. `default` is what a cell that holds nothing reads as; it is null when left out. */
interface CellsDeclaration<K extends Stored, S extends Stored, Default extends Fits<S> | undefined> {
  readonly key: ValueType<K>;
  readonly value: ValueType<S>;
  readonly default?: Default;
}

interface CellDeclaration<S extends Stored, Default extends Fits<S> | undefined> {
  readonly value: ValueType<S>;
  readonly default?: Default;
}

type ReadShape<S extends Stored, Default> = Default extends undefined ? S | "null" : S;

/** The key of a cell that exists once. */
const ONLY_KEY = "00";

interface Declare {
  /** Declares a cell that exists once, under the key `00`. */
  <S extends Stored, Default extends Fits<S> | undefined = undefined>(
    attribute: string,
    declaration: CellDeclaration<S, Default> & { readonly key?: never },
  ): Cell<ReadShape<S, Default>, S>;
  // The last one: the compiler reports why the last one does not fit.
  /** Declares the cells of an attribute, by key. */
  <K extends "address" | "key", S extends Stored, Default extends Fits<S> | undefined = undefined>(
    attribute: string,
    declaration: CellsDeclaration<K, S, Default>,
  ): Cells<ReadShape<S, Default>, K, S>;
}

interface Declaration {
  readonly key?: ValueType<Shape>;
  readonly default?: unknown;
}

/** Declares universal state: its values weigh little, and `$list_universal` lists them. */
export const universal: Declare = declare("universal");
/** Declares local state: its values weigh 10^9 times as much. */
export const local: Declare = declare("local");

function declare(kind: StateKind): Declare {
  const declared = (attribute: string, declaration: Declaration): unknown => {
    const otherwise = "default" in declaration ? [declaration.default] : [];
    const cell = (key: unknown, caller: Caller): unknown => {
      const read = buildCall(`read_${kind}`, [attribute, key, ...otherwise], caller);
      const set = (value: unknown): unknown => buildCall(`write_${kind}`, [attribute, key, value], set);
      return Object.defineProperty(read as unknown as BuiltCall, "set", { value: set });
    };
    if (declaration.key === undefined) return cell(ONLY_KEY, declared);
    const of = (key: unknown): unknown => cell(key, of);
    return { attribute, of };
  };
  return declared as unknown as Declare;
}
