import { canonicalJson } from "../../codec/canonical-json.js";
import { decimalToText, parseDecimal } from "../../codec/decimal.js";
import { valueToJson } from "../../codec/readable-json.js";
import { isContainer, isList, isMap, type Value, type ValueList, type ValueMap } from "../../codec/value.js";
import { findPlace, type SourceMap } from "../../contract/source-map.js";
import { memberPath } from "../../records/json-path.js";
import { OPERATORS } from "../../records/operators/table.js";

export interface Mutant {
  readonly path: string;
  readonly change: string;
  readonly record: ValueMap;
}

const PAIRS = [
  ["add", "sub"],
  ["mul", "div"],
  ["precise_add", "precise_sub"],
  ["precise_mul", "precise_div"],
  ["gt", "gte"],
  ["lt", "lte"],
  ["eq", "ne"],
  ["and", "or"],
] as const;
const SWAPPED = new Map<string, string>([...PAIRS, ...PAIRS.map(([one, other]) => [other, one] as const)]);
/** Arguments that are names or messages. They are not mutated: a changed name makes another contract, not a fault. */
const NAMES: ReadonlyMap<string, readonly number[]> = new Map([
  ["load_param", [0, 1, 2]],
  ["read_universal", [0, 1]],
  ["read_local", [0, 1]],
  ["write_universal", [0, 1]],
  ["write_local", [0, 1]],
  ["condition", [1]],
  ["get", [1]],
]);

type Steps = readonly (string | number)[];

/** A replacement of the value at a spot, and at all other spots that the same place of the source builds. */
interface Change {
  readonly spots: Steps[];
  /** Of the first spot. */
  readonly path: string;
  readonly change: string;
  /** Undefined removes the member of a list. */
  readonly value: Value | undefined;
}

interface Changes {
  readonly all: readonly Change[];
  /** Adds a change of a value. A change with a known id adds a spot to the known change. */
  readonly add: (spot: Spot, change: string, replacement: Replacement) => void;
}

function createChanges(places: SourceMap): Changes {
  const all: Change[] = [];
  const once = new Map<string, Change>();
  return {
    all,
    add({ steps, path, call }, change, { value, id }) {
      const place = call && findPlace(places, call.path);
      const where = place && `${place.file}:${place.line}:${place.column}`;
      const source = call && where && [where, call.json, path.slice(call.path.length), change];
      const known = id ?? (source && canonicalJson(source));
      const same = known === undefined ? undefined : once.get(known);
      if (same !== undefined) {
        same.spots.push(steps);
        return;
      }
      const added = { spots: [steps], path, change, value };
      all.push(added);
      if (known !== undefined) once.set(known, added);
    },
  };
}

interface Replacement {
  readonly value: Value | undefined;
  /** Default: the place of the call in the source, and its text. */
  readonly id?: string;
}

const READS: ReadonlySet<string> = new Set(["read_universal", "read_local"]);
const DEFAULT = 2;

/** The members of a record that are executed (PROTOCOL 6.3). */
const BODIES = ["e", "conditions", "updates", "response"] as const;

/**
 * The mutants of a code's record: one operator, constant, condition or write is different in each. A call that a source
 * builds at one place and uses at several is different at all of them.
 */
export function mutantsOf(record: ValueMap, places: SourceMap = new Map()): readonly Mutant[] {
  const changes = createChanges(places);
  for (const body of BODIES) {
    const value = record.get(body);
    if (value === undefined) continue;
    const at: Spot = { steps: [body], path: memberPath("$", body) };
    if (isList(value) && body !== "response") addExecutions(body, value, at, changes);
    else addChanges(value, at, changes);
  }
  return changes.all.map(({ spots, path, change, value }) => ({
    path,
    change,
    record: spots.reduce((changed, steps) => replaced(changed, steps, value) as ValueMap, record),
  }));
}

interface Spot {
  readonly steps: Steps;
  readonly path: string;
  /** The innermost call around it, or itself. */
  readonly call?: { readonly path: string; readonly json: string };
}

function inside({ steps, path, ...others }: Spot, key: string | number): Spot {
  return { ...others, steps: [...steps, key], path: memberPath(path, key) };
}

/** Executions can be left out; the conditions of the classic format are pairs. */
function addExecutions(body: string, executions: ValueList, at: Spot, changes: Changes): void {
  for (const [index, execution] of executions.entries()) {
    const spot = inside(at, index);
    const operator = body === "conditions" ? "condition" : (callOf(execution)?.operator ?? "execution");
    const path = body === "conditions" ? spot.path : memberPath(spot.path, `$${operator}`);
    changes.add({ steps: spot.steps, path }, `without this $${operator}`, { value: undefined });
    if (body === "conditions" && isList(execution)) addArguments("condition", execution, spot, changes);
    else addChanges(execution, spot, changes);
  }
}

function addChanges(value: Value, at: Spot, changes: Changes): void {
  const call = callOf(value);
  if (call !== null) {
    addCallChanges(call, at, changes);
    return;
  }
  if (isList(value))
    for (const [index, member] of value.entries()) addChanges(member, inside(at, index), changes);
  else if (isMap(value)) for (const [name, member] of value) addChanges(member, inside(at, name), changes);
  else addConstant(value, at, { changes });
}

function addCallChanges({ operator, args }: Call, at: Spot, changes: Changes): void {
  const { path, steps } = inside(at, `$${operator}`);
  const call = { path, json: canonicalJson(new Map([[operator, args]])) };
  const spot = { steps, path, call };
  const change = (to: string, value: Value): void =>
    changes.add({ steps: at.steps, path, call }, `$${operator} → ${to}`, { value });
  const swapped = SWAPPED.get(operator);
  if (swapped !== undefined) change(`$${swapped}`, new Map([[`$${swapped}`, args]]));
  if (isList(args)) {
    // The parts of a condition can be left out too.
    if (operator === "and" || operator === "or")
      for (const [index] of args.entries())
        change(`without its argument ${index + 1}`, new Map([[`$${operator}`, args.toSpliced(index, 1)]]));
    if (operator === "if") {
      change("its first branch", args[1] ?? null);
      change("its second branch", args[2] ?? null);
    }
    addArguments(operator, args, spot, changes);
  } else addChanges(args, spot, changes);
}

function addArguments(operator: string, args: ValueList, spot: Spot, changes: Changes): void {
  const names = NAMES.get(operator) ?? [];
  for (const [index, argument] of args.entries()) {
    const isName = names.includes(index) && !isContainer(argument);
    if (isName) continue;
    if (index === DEFAULT && READS.has(operator) && !isContainer(argument))
      addConstant(argument, inside(spot, index), { changes, id: canonicalJson([operator, args[0] ?? null]) });
    else addChanges(argument, inside(spot, index), changes);
  }
}

/** A constant of a call, or with an id one that is declared once: what the cells of an attribute read as when they are empty. */
function addConstant(
  value: Value,
  at: Spot,
  { changes, id }: { readonly changes: Changes; readonly id?: string },
): void {
  for (const other of othersOf(value)) {
    const change = `${valueToJson(value)} → ${valueToJson(other)}`;
    changes.add(at, change, id === undefined ? { value: other } : { value: other, id: `${id} ${change}` });
  }
}

function othersOf(value: Value): ValueList {
  if (typeof value === "boolean") return [!value];
  if (typeof value === "bigint") return [value + 1n];
  if (typeof value === "number") return [value + 1];
  if (typeof value !== "string") return [];
  const decimal = parseDecimal(value);
  if (decimal === null) return value === "" ? ["mutant"] : [""];
  return [decimalToText({ units: decimal.units + 1n, scale: decimal.scale })];
}

interface Call {
  readonly operator: string;
  readonly args: ValueList | ValueMap;
}

function callOf(value: Value): Call | null {
  if (!isMap(value) || value.size !== 1) return null;
  const [[name, args] = ["", null]] = value;
  const operator = name.startsWith("$") ? name.slice(1) : "";
  return OPERATORS.has(operator) && isContainer(args) ? { operator, args } : null;
}

function replaced(
  container: ValueList | ValueMap,
  [step, ...rest]: Steps,
  value: Value | undefined,
): ValueList | ValueMap {
  if (isList(container)) {
    const index = Number(step);
    if (rest.length === 0)
      return value === undefined ? container.toSpliced(index, 1) : container.with(index, value);
    return container.with(index, inner(container[index], rest, value));
  }
  const key = String(step);
  const map = new Map(container);
  map.set(key, rest.length === 0 ? (value ?? null) : inner(container.get(key), rest, value));
  return map;
}

function inner(member: Value | undefined, rest: Steps, value: Value | undefined): Value {
  return isContainer(member) ? replaced(member, rest, value) : (member ?? null);
}
