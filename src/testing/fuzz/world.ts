import { decimalToText, parseDecimal, addDecimals, ZERO, type Decimal } from "../../codec/decimal.js";
import { padStateKey, PREFIX_LENGTH, statePrefix, type StateKind } from "../../codec/state-key.js";
import { valueToText } from "../../codec/text.js";
import type { Value } from "../../codec/value.js";
import { useOf, type AmountUse, type CodeUse } from "./code-use.js";
import { fuzzAccounts, type NamedAddress } from "./generators.js";
import { readGroundCode, type GroundCells, type GroundCode } from "./ground.js";

export interface Slot {
  readonly kind: StateKind;
  /** Padded. */
  readonly cell: string;
  readonly attribute: string;
  readonly key: string;
  readonly isAmount: boolean;
}

export interface FuzzedCode extends GroundCode {
  readonly use: CodeUse;
  /** The code's changes of amounts, by kind and state prefix. */
  readonly amounts: ReadonlyMap<string, AmountUse>;
}

/** The codes that are called together, their senders and the cells that they use. */
export interface FuzzWorld {
  readonly contracts: readonly FuzzedCode[];
  readonly senders: readonly NamedAddress[];
  readonly slots: readonly Slot[];
  readonly amounts: ReadonlyMap<string, string>;
  /** The attributes of all codes by kind and state prefix. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The addresses that a code names: no strangers. */
  readonly named: ReadonlySet<string>;
  /** Values that parameters of a name often have. */
  readonly values: Readonly<Record<string, readonly Value[]>>;
}

export function prefixId(kind: StateKind, cell: string): string {
  return `${kind} ${cell.slice(0, PREFIX_LENGTH)}`;
}

/** Reads codes for fuzzing. Throws `CODE_BROKEN`. */
export function createWorld(texts: readonly string[]): FuzzWorld {
  const codes = texts.map(readGroundCode).map((code) => withUse(code));
  const named = new Set(codes.flatMap(({ use }) => [...use.addresses]));
  const accounts = fuzzAccounts();
  const known = new Set(accounts.map(({ address }) => address));
  const others = [...named].filter((address) => !known.has(address));
  const senders = [...accounts, ...others.map((address) => ({ name: shortName(address), address }))];
  const amounts = new Map<string, string>();
  const attributes = new Map<string, string>();
  const slots = new Map<string, Slot>();
  for (const { method, use, amounts: own } of codes) {
    for (const { kind, attribute, keys, hasComputedKeys } of use.attributes.values()) {
      const prefix = statePrefix(method.writer, method.space, attribute);
      attributes.set(`${kind} ${prefix}`, attribute);
      if (own.has(`${kind} ${prefix}`)) amounts.set(`${kind} ${prefix}`, attribute);
      for (const key of [...keys, ...(hasComputedKeys ? senders.map(({ address }) => address) : [])]) {
        const cell = padStateKey(prefix + key);
        slots.set(`${kind} ${cell}`, { kind, cell, attribute, key, isAmount: false });
      }
    }
  }
  return {
    contracts: codes.filter(({ method }) => method.kind === "contract"),
    senders,
    slots: [...slots.values()].map((slot) =>
      Object.assign(slot, { isAmount: amounts.has(prefixId(slot.kind, slot.cell)) }),
    ),
    amounts,
    attributes,
    named,
    values: {},
  };
}

function withUse(code: GroundCode): FuzzedCode {
  const use = useOf(code.method);
  const { writer, space } = code.method;
  const amounts = new Map<string, AmountUse>();
  for (const { kind, attribute } of use.attributes.values()) {
    const amount = use.amounts.get(`${kind} ${attribute}`);
    if (amount !== undefined) amounts.set(`${kind} ${statePrefix(writer, space, attribute)}`, amount);
  }
  return { ...code, use, amounts };
}

function shortName(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}

/** The cells of a start state: the value of each slot in order; null leaves a cell empty. */
export function startCells(slots: readonly Slot[], values: readonly Value[]): GroundCells {
  const cells = { universal: new Map<string, Value>(), local: new Map<string, Value>() };
  for (const [index, { kind, cell }] of slots.entries()) {
    const value = values[index] ?? null;
    if (value !== null) cells[kind].set(cell, value);
  }
  return cells;
}

export function amountIn(value: Value): Decimal {
  return value === null ? ZERO : (parseDecimal(valueToText(value)) ?? ZERO);
}

export function sumOf(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce((sum, each) => addDecimals(sum, each, Math.max(sum.scale, each.scale)), ZERO);
}

/** Decimal text without needless zeros. */
export function shortDecimal(decimal: Decimal): string {
  return decimalToText(decimal)
    .replace(/(\.[0-9]*?)0+$/, "$1")
    .replace(/\.$/, "");
}
