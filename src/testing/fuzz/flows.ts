import { canonicalJson } from "../../codec/canonical-json.js";
import type { Value, ValueList } from "../../codec/value.js";
import type { Method } from "../../records/code.js";
import { loadedParameter, operatorCallOf, operatorCalls } from "../../records/operator-calls.js";
import { CELL_OPERATORS } from "../cell-names.js";

/** Derives from the text of a code which attributes give to others, and who may call it. */

export interface Flows {
  /** Attributes that give, each with one that gets the same amount, by kind and attribute. */
  readonly pairs: readonly (readonly [giver: string, getter: string])[];
  /** The attributes to whose cells something is added. */
  readonly added: ReadonlySet<string>;
}

export interface Guards {
  /** A condition names who may call: a literal address, or that of a single cell. */
  readonly isIssuer: boolean;
  /** A condition compares the sender or what is stored under it for equality, or reads what another permits the sender. */
  readonly bySender: boolean;
  /** A condition depends on the sender in any way. */
  readonly onSender: boolean;
  /** A condition compares the time. */
  readonly byTime: boolean;
}

/** What a write does to a cell: the texts of the terms that it adds and takes, or of the whole value. */
interface Change {
  readonly id: string;
  readonly cell: string;
  readonly added: readonly string[];
  readonly taken: readonly string[];
  readonly isSet: boolean;
}

const ADDING: ReadonlySet<string> = new Set(["$add", "$precise_add"]);
const TAKING: ReadonlySet<string> = new Set(["$sub", "$precise_sub"]);
const ORDERS: ReadonlySet<string> = new Set(["$gt", "$gte", "$lt", "$lte", "$eq", "$ne"]);

export function flowsOf({ executions }: Pick<Method, "executions">): Flows {
  const changes = [...operatorCalls(executions)].flatMap(([operator, args]) => changesOf(operator, args));
  const pairs = changes.flatMap((giver) =>
    changes
      .filter(({ cell, added }) => cell !== giver.cell && added.some((term) => giver.taken.includes(term)))
      .map((getter) => [giver.id, getter.id] as const),
  );
  const added = changes.filter((change) => !change.isSet && change.added.length > 0).map(({ id }) => id);
  return { pairs, added: new Set(added) };
}

function changesOf(operator: string, [attribute, key = null, value = null]: ValueList): readonly Change[] {
  const kind = CELL_OPERATORS.get(operator);
  if (!operator.startsWith("$write") || kind === undefined || typeof attribute !== "string") return [];
  const id = `${kind} ${attribute}`;
  const cell = `${id} ${canonicalJson(key)}`;
  const read = `${operator.replace("write", "read")} ${canonicalJson([attribute, key])}`;
  return branchesOf(value).map((branch): Change => {
    const terms = termsOf(branch, read);
    const { added, taken } = terms ?? { added: [canonicalJson(branch)], taken: [] };
    return { id, cell, added, taken, isSet: terms === null };
  });
}

function branchesOf(value: Value): ValueList {
  const [operator, args = []] = operatorCallOf(value) ?? [];
  return operator === "$if" ? args.slice(1).flatMap(branchesOf) : [value];
}

/** What a value adds to its own cell and takes from it; null when it does not begin with the cell. */
function termsOf(value: Value, read: string): Pick<Change, "added" | "taken"> | null {
  const [operator = "", [first = null, ...others] = []] = operatorCallOf(value) ?? [];
  if (`${operator} ${canonicalJson([first, others[0] ?? null])}` === read) return { added: [], taken: [] };
  if (!ADDING.has(operator) && !TAKING.has(operator)) return null;
  const inner = termsOf(first, read);
  if (inner === null) return null;
  const texts = others
    .slice(0, operator.startsWith("$precise") ? 1 : undefined)
    .map((term) => canonicalJson(term));
  return ADDING.has(operator)
    ? { added: [...inner.added, ...texts], taken: inner.taken }
    : { added: inner.added, taken: [...inner.taken, ...texts] };
}

export function guardsOf({ executions }: Pick<Method, "executions">): Guards {
  const all = [...operatorCalls(executions)];
  const heldBy = (operators: readonly string[]): ValueList =>
    all.flatMap(([operator, [condition = null]]) => (operators.includes(operator) ? [condition] : []));
  const decisions = heldBy(["$condition", "$if"]);
  const calls = [...operatorCalls(decisions)];
  const conditions = [...operatorCalls(heldBy(["$condition"]))];
  const equals = calls.filter(([operator]) => operator === "$eq");
  return {
    isIssuer: equals.some(([, [left, right]]) => {
      const other =
        loadedParameter(left) === "from" ? right : loadedParameter(right) === "from" ? left : undefined;
      return other !== undefined && isSingle(other);
    }),
    bySender:
      equals.some(([, args]) => loads(args, "from")) ||
      calls.some(
        ([operator, [, key]]) =>
          operator === "$sign_verify" || (CELL_OPERATORS.has(operator) && isPermit(key)),
      ),
    onSender: loads(decisions, "from"),
    byTime: conditions.some(([operator, args]) => ORDERS.has(operator) && loads(args, "timestamp")),
  };
}

/** Whether a key is made of the sender and something else. */
function isPermit(key: Value | undefined): boolean {
  return key !== undefined && loadedParameter(key) !== "from" && loads([key], "from");
}

/** Whether a value is a literal, or the cell of a literal key. */
function isSingle(value: Value): boolean {
  const called = operatorCallOf(value);
  if (called === null) return typeof value === "string";
  const [operator, [, key]] = called;
  return CELL_OPERATORS.has(operator) && typeof key === "string";
}

function loads(values: ValueList, parameter: string): boolean {
  return [...operatorCalls(values)].some(
    ([operator, [name]]) => operator === "$load_param" && name === parameter,
  );
}
