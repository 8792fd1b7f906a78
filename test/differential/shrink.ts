/** Shrinks a scenario that shows a difference: removes the parts that the difference does not need. */
import { readJson, writeJson } from "../plain/json.js";
import { container, entries, isContainer, isMap, type Value } from "../plain/value.js";
import type { Scenario } from "./scenario.js";

/** The maximum number of smaller scenarios to try. */
const MAX_TRIES = 20_000;

/** The members of a code that may shrink, and the members of a transaction that must stay. */
const CODE_PARTS = new Set(["e", "p", "conditions", "updates", "response", "parameters"]);
const CALL_NEEDS = new Set(["type", "timestamp", "cid"]);

export async function shrink(
  scenario: Scenario,
  stillShows: (smaller: Scenario) => Promise<boolean>,
): Promise<Scenario> {
  let smallest = scenario;
  let tries = 0;
  for (;;) {
    let found: Scenario | undefined;
    for (const candidate of smallerScenarios(smallest)) {
      tries += 1;
      if (tries > MAX_TRIES) return smallest;
      if (await stillShows(candidate)) {
        found = candidate;
        break;
      }
    }
    if (found === undefined) return smallest;
    smallest = found;
  }
}

function* smallerScenarios(scenario: Scenario): Generator<Scenario> {
  const { codes, calls, signers, cells, fee } = scenario;
  if (calls.length > 1)
    for (const index of calls.keys())
      yield {
        ...scenario,
        codes: without(codes, index),
        calls: without(calls, index),
        signers: without(signers, index),
      };
  if (fee !== null) yield { ...scenario, fee: null };
  for (const index of cells.keys()) yield { ...scenario, cells: without(cells, index) };
  for (const [index, code] of codes.entries())
    for (const smaller of smallerMembers(code, (name) => CODE_PARTS.has(name)))
      yield { ...scenario, codes: codes.with(index, smaller) };
  if (fee !== null)
    for (const smaller of smallerMembers(fee, (name) => CODE_PARTS.has(name)))
      yield { ...scenario, fee: smaller };
  for (const [index, call] of calls.entries())
    for (const smaller of smallerMembers(call, (name) => !CALL_NEEDS.has(name)))
      yield { ...scenario, calls: calls.with(index, smaller) };
  for (const [index, cell] of cells.entries())
    for (const value of smallerValues(readJson(cell.value)))
      yield { ...scenario, cells: cells.with(index, { ...cell, value: writeJson(value) }) };
}

function without<T>(items: readonly T[], index: number): T[] {
  return items.filter((_, other) => other !== index);
}

/** Smaller texts of a map: with members removed or shrunk. */
function* smallerMembers(text: string, mayShrink: (name: string) => boolean): Generator<string> {
  const map = readJson(text);
  if (!isMap(map)) return;
  for (const [name, value] of map) {
    if (!mayShrink(name)) continue;
    yield writeJson(new Map([...map].filter(([other]) => other !== name)));
    for (const smaller of smallerValues(value)) yield writeJson(new Map([...map, [name, smaller]]));
  }
}

/** Smaller values, smallest first: null, a member, the container without a member, or with a smaller member. */
function* smallerValues(value: Value): Generator<Value> {
  if (value === null) return;
  yield null;
  if (typeof value === "string" && value.length > 1) {
    yield value.slice(0, Math.ceil(value.length / 2));
    yield value.slice(1);
    yield value.slice(0, -1);
  }
  if (!isContainer(value)) return;
  const pairs = entries(value);
  for (const [, part] of pairs) yield part;
  const rebuild = (rest: readonly (readonly [string, Value])[]): Value =>
    isMap(value) ? container(rest) : rest.map(([, part]) => part);
  for (const index of pairs.keys()) yield rebuild(without(pairs, index));
  for (const [index, [key, part]] of pairs.entries())
    for (const smaller of smallerValues(part)) yield rebuild(pairs.with(index, [key, smaller]));
}
