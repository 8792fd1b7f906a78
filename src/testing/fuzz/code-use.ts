import { isAddress, ADDRESS_LENGTH } from "../../codec/address.js";
import { canonicalJson } from "../../codec/canonical-json.js";
import type { StateKind } from "../../codec/state-key.js";
import { isContainer, isList, isMap, valuesOf, type Value, type ValueList } from "../../codec/value.js";
import type { Method } from "../../records/code.js";
import { operatorCallOf, operatorCalls, type OperatorUse } from "../../records/operator-calls.js";
import { addressParameters } from "../../records/parameter-use.js";
import { CELL_OPERATORS } from "../cell-names.js";

/** Derives the use of parameters and cells from the text of a code, without executing it. */

/** An attribute of the code's space that it names literally. */
interface UsedAttribute {
  readonly kind: StateKind;
  readonly attribute: string;
  /** The keys that are literals; others are computed. */
  readonly keys: ReadonlySet<string>;
  readonly hasComputedKeys: boolean;
}

/** How a code changes an amount: a cell that is written as a sum of its own value and others. */
export interface AmountUse {
  /** Whether something that is not a literal is added. A constant counts something, such as votes. */
  readonly isAddedTo: boolean;
  readonly isTakenFrom: boolean;
}

export interface CodeUse {
  /** By kind and attribute. */
  readonly attributes: ReadonlyMap<string, UsedAttribute>;
  readonly amounts: ReadonlyMap<string, AmountUse>;
  /** The names of parameters that are addresses, and of those in calculations. */
  readonly addressParameters: ReadonlySet<string>;
  readonly amountParameters: ReadonlySet<string>;
  /** The names of parameters that a cell is set to. */
  readonly storedParameters: ReadonlySet<string>;
  /** The literal patterns that parameters are matched against, by the parameter's name. */
  readonly patterns: ReadonlyMap<string, string>;
  readonly addresses: ReadonlySet<string>;
}

function attributeId(kind: StateKind, attribute: string): string {
  return `${kind} ${attribute}`;
}

const SUMS: ReadonlyMap<string, 1 | -1> = new Map([
  ["$add", 1],
  ["$precise_add", 1],
  ["$sub", -1],
  ["$precise_sub", -1],
]);
const NUMERIC: ReadonlySet<string> = new Set([
  ...SUMS.keys(),
  "$mul",
  "$div",
  "$precise_mul",
  "$precise_div",
  "$scale",
  "$gt",
  "$gte",
  "$lt",
  "$lte",
  "$is_numeric",
]);

export function useOf(method: Method): CodeUse {
  const calls = [...operatorCalls(method.executions)];
  const attributes = new Map<string, UsedAttribute>();
  const amounts = new Map<string, AmountUse>();
  for (const [operator, args] of calls) {
    const kind = CELL_OPERATORS.get(operator);
    const [attribute, key = null] = args;
    if (kind === undefined || typeof attribute !== "string") continue;
    const id = attributeId(kind, attribute);
    const known = attributes.get(id) ?? { keys: new Set<string>(), hasComputedKeys: false };
    const isLiteral = typeof key === "string";
    attributes.set(id, {
      kind,
      attribute,
      keys: isLiteral ? new Set([...known.keys, key]) : known.keys,
      hasComputedKeys: known.hasComputedKeys || !isLiteral,
    });
    if (operator.startsWith("$write")) noteAmount(amounts, id, [operator, args]);
  }
  return {
    attributes,
    amounts,
    addressParameters: new Set([
      ...addressParameters(method),
      ...(method.parameters ?? [])
        .filter(({ type, maxlength }) => type === "string" && maxlength === ADDRESS_LENGTH)
        .map(({ name }) => name),
    ]),
    amountParameters: new Set(
      calls.filter(([operator]) => NUMERIC.has(operator)).flatMap(([, args]) => args.flatMap(loadedName)),
    ),
    storedParameters: new Set(
      calls.flatMap(([operator, [, , value = null]]) =>
        operator.startsWith("$write") ? loadedName(value) : [],
      ),
    ),
    patterns: new Map(
      calls.flatMap(([operator, [pattern, text = null]]) =>
        operator === "$reg_match" && typeof pattern === "string"
          ? loadedName(text).map((name) => [name, pattern] as const)
          : [],
      ),
    ),
    addresses: new Set([...textsIn([method.writer, ...method.executions])].filter(isAddress)),
  };
}

function noteAmount(amounts: Map<string, AmountUse>, id: string, [operator, args]: OperatorUse): void {
  const [attribute = null, key = null, value = null] = args;
  const read = `${operator.replace("write", "read")} ${canonicalJson([attribute, key])}`;
  const terms = [...termsOf(value, 1)];
  const isOwn = ({ term }: Term): boolean => readOf(term) === read;
  if (terms.length < 2 || !terms.some(isOwn)) return;
  const others = terms.filter((term) => !isOwn(term));
  for (const { sign, term } of others) {
    // A cell whose value is added to another cell is an amount too: it falls when it is paid out.
    const source = sign > 0 ? attributeRead(term) : null;
    if (source !== null && !amounts.has(source))
      amounts.set(source, { isAddedTo: false, isTakenFrom: false });
  }
  const known = amounts.get(id);
  amounts.set(id, {
    isAddedTo: known?.isAddedTo === true || others.some(({ sign, term }) => sign > 0 && isContainer(term)),
    isTakenFrom: known?.isTakenFrom === true || others.some(({ sign }) => sign < 0),
  });
}

interface Term {
  readonly sign: 1 | -1;
  readonly term: Value;
}

/** The terms of a sum, those of both branches of an `$if` included. */
function* termsOf(value: Value, sign: 1 | -1): Generator<Term> {
  const called = operatorCallOf(value);
  const last = called === null ? undefined : SUMS.get(called[0]);
  if (called?.[0] === "$if") {
    for (const branch of called[1].slice(1)) yield* termsOf(branch, sign);
  } else if (called === null || last === undefined) yield { sign, term: value };
  else {
    const [first = null, second = null] = called[1];
    yield* termsOf(first, sign);
    yield* termsOf(second, last === 1 ? sign : sign === 1 ? -1 : 1);
  }
}

/** The attribute, with its kind, of the cell that an expression reads; null for any other expression. */
function attributeRead(value: Value): string | null {
  const called = operatorCallOf(value);
  const kind = called?.[0].startsWith("$read") === true ? CELL_OPERATORS.get(called[0]) : undefined;
  const attribute = called?.[1][0];
  return kind === undefined || typeof attribute !== "string" ? null : attributeId(kind, attribute);
}

/** The read of a cell as a text that names it; null for any other expression. */
function readOf(value: Value): string | null {
  const called = operatorCallOf(value);
  if (called === null || !called[0].startsWith("$read")) return null;
  const [attribute = null, key = null] = called[1];
  return `${called[0]} ${canonicalJson([attribute, key])}`;
}

function loadedName(value: Value): readonly string[] {
  const called = operatorCallOf(value);
  const [name] = called?.[0] === "$load_param" ? called[1] : [];
  return typeof name === "string" ? [name] : [];
}

function* textsIn(values: ValueList): Generator<string> {
  const open: Value[] = [...values];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === "string") yield next;
    else if (isList(next) || isMap(next)) open.push(...valuesOf(next));
  }
}
