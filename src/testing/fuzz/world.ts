import { decimalToText, parseDecimal, addDecimals, ZERO, type Decimal } from "../../codec/decimal.js";
import { padStateKey, PREFIX_LENGTH, statePrefix, type StateKind } from "../../codec/state-key.js";
import { valueToText } from "../../codec/text.js";
import { isMap, type Value, type ValueMap } from "../../codec/value.js";
import type { SourceMap } from "../../contract/source-map.js";
import { parseJson } from "../../codec/parse-json.js";
import type { Method } from "../../records/code.js";
import { debugLabels, type DebugLabels } from "../../replay/trial/debugged.js";
import { useOf, type AmountUse, type CodeUse } from "./code-use.js";
import { flowsOf, guardsOf, type Guards } from "./flows.js";
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
  readonly guards: Guards;
  /** The code's changes of amounts, by kind and state prefix. */
  readonly amounts: ReadonlyMap<string, AmountUse>;
}

export interface FuzzWorld {
  readonly contracts: readonly FuzzedCode[];
  readonly senders: readonly NamedAddress[];
  readonly slots: readonly Slot[];
  readonly amounts: ReadonlyMap<string, string>;
  /** The amounts that holders give to each other: a code takes from one what it adds to another. */
  readonly holders: ReadonlySet<string>;
  /** The amounts that are never below zero: the holders, and those from which nothing is taken. */
  readonly positive: ReadonlySet<string>;
  /** The only holder, or those that a contract with an issuer adds to: a start state that fills them is one that calls lead to. */
  readonly issued: ReadonlySet<string>;
  /** The currency of each attribute that gives or gets. */
  readonly currencies: ReadonlyMap<string, number>;
  /** What the author says of attributes. */
  readonly kinds: ReadonlyMap<string, AttributeKind>;
  /** The attributes of all codes by kind and state prefix. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The addresses that a code names: no strangers. */
  readonly named: ReadonlySet<string>;
  /** Values that parameters of a name often have. */
  readonly values: Readonly<Record<string, readonly Value[]>>;
  /** What `debug` labels in the codes. */
  readonly labels: DebugLabels;
}

/**
 * What an attribute is to its author. amount: value that is held. counter, maximum: no value, and never falls. share: no
 * value, but a part of it, and never below zero.
 */
export type AttributeKind = "amount" | "counter" | "maximum" | "share";
export type AttributeKinds = Readonly<Record<string, AttributeKind>>;

export function prefixId(kind: StateKind, cell: string): string {
  return `${kind} ${cell.slice(0, PREFIX_LENGTH)}`;
}

/** Reads codes for fuzzing, with the source maps of them in the same order. Throws `CODE_BROKEN`. */
export function createWorld(
  texts: readonly string[],
  said: AttributeKinds = {},
  maps: readonly SourceMap[] = [],
): FuzzWorld {
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
  const labels = new Map(codes.flatMap(({ method }, index) => labelsIn(method, texts[index], maps[index])));
  const kinds = new Map(
    [...attributes].flatMap(([id, name]) => (said[name] === undefined ? [] : [[id, said[name]] as const])),
  );
  const isSilent = (id: string): boolean => kinds.has(id) && kinds.get(id) !== "amount";
  for (const id of [...amounts.keys()].filter(isSilent)) amounts.delete(id);
  const currencies = currenciesOf(codes, kinds);
  const isIssued = ({ kind, cell }: Pick<Slot, "kind" | "cell">): boolean =>
    currencies.issued.has(prefixId(kind, cell));
  const isTaken = (id: string): boolean => codes.some((code) => code.amounts.get(id)?.isTakenFrom === true);
  return {
    ...currencies,
    positive: new Set([...currencies.holders, ...[...amounts.keys()].filter((id) => !isTaken(id))]),
    kinds,
    contracts: codes.filter(({ method }) => method.kind === "contract"),
    senders,
    slots: [...slots.values()]
      .filter((slot) => currencies.issued.size === 0 || isIssued(slot))
      .map((slot) => Object.assign(slot, { isAmount: amounts.has(prefixId(slot.kind, slot.cell)) })),
    amounts,
    attributes,
    named,
    values: {},
    labels,
  };
}

type Labelled = readonly (readonly [call: ValueMap, labels: readonly string[]])[];

function labelsIn(method: Method, text = "null", places: SourceMap = new Map()): Labelled {
  const record = parseJson(text);
  return isMap(record) ? [...debugLabels(method, record, places)] : [];
}

function withUse(code: GroundCode): FuzzedCode {
  const use = useOf(code.method);
  const { writer, space } = code.method;
  const amounts = new Map<string, AmountUse>();
  for (const { kind, attribute } of use.attributes.values()) {
    const amount = use.amounts.get(`${kind} ${attribute}`);
    if (amount !== undefined) amounts.set(`${kind} ${statePrefix(writer, space, attribute)}`, amount);
  }
  return { ...code, use, amounts, guards: guardsOf(code.method) };
}

/** Which attributes give to each other, and those of them whose cells both give and get. */
function currenciesOf(
  codes: readonly FuzzedCode[],
  kinds: ReadonlyMap<string, AttributeKind>,
): Pick<FuzzWorld, "holders" | "issued" | "currencies"> {
  const currencies = new Map<string, number>();
  const givers = new Set<string>();
  const added = new Set<string>();
  const issued = new Set<string>();
  const isValue = (id: string): boolean => (kinds.get(id) ?? "amount") === "amount";
  for (const { method, guards } of codes) {
    const flows = flowsOf(method);
    const placed = (id: string): string => {
      const [kind = "", ...words] = id.split(" ");
      return `${kind} ${statePrefix(method.writer, method.space, words.join(" "))}`;
    };
    const getters = new Set(flows.pairs.map(([, getter]) => getter));
    for (const id of flows.added) {
      added.add(placed(id));
      if (guards.isIssuer && !getters.has(id)) issued.add(placed(id));
    }
    for (const pair of flows.pairs) {
      const [giver, getter] = [placed(pair[0]), placed(pair[1])];
      if (!isValue(giver) || !isValue(getter)) continue;
      givers.add(giver);
      const currency = currencies.get(giver) ?? currencies.get(getter) ?? currencies.size;
      const other = currencies.get(getter);
      for (const [id, known] of currencies) if (known === other) currencies.set(id, currency);
      currencies.set(giver, currency).set(getter, currency);
    }
  }
  const holders = new Set([...givers].filter((id) => added.has(id)));
  for (const [id, kind] of kinds) if (kind === "amount") holders.add(id);
  const alone = holders.size === 1 && issued.size === 0 ? holders : issued;
  return { holders, issued: new Set([...alone].filter((id) => holders.has(id))), currencies };
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
