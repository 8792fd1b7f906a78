import type { OptionSpec } from "../../src/cli/command.js";
import type { Context } from "../../src/cli/context.js";
import type { Input } from "../../src/cli/input/input.js";
import { parseOperand } from "../../src/cli/input/parameters.js";
import { readSource } from "../../src/cli/input/source.js";
import { usageError } from "../../src/cli/input/usage-error.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { isStateKey, padStateKey, stateKey } from "../../src/codec/state-key.js";
import { entriesOf, isContainer, memberOf, type Value } from "../../src/codec/value.js";
import type { StateKind, StateView } from "../../src/vm/machine.js";

const KINDS = ["universal", "local"] as const;

/** State cells written by hand. */
export const CELL_OPTIONS: readonly OptionSpec[] = [
  {
    name: "state",
    placeholder: "file",
    description: "JSON with the cells that are there: {universal, local}",
  },
  ...KINDS.map((kind) => ({
    name: kind,
    placeholder: "json",
    description: `${kind} cells: by state key, or by attribute and key; @file reads a file`,
  })),
];

/** Whose space attributes are in that are named without a writer. */
export interface CellSpace {
  readonly writer: string;
  readonly space: string;
}

/** The state that the options of a command line describe; what they do not name is absent. Throws `STATE_CELLS`. */
export async function readCells(context: Context, input: Input, place: CellSpace): Promise<StateView> {
  const file = input.option("state");
  const state = file === undefined ? null : parseJson(await readSource(file, context.terminal));
  const cells = { universal: new Map<string, Value>(), local: new Map<string, Value>() };
  for (const kind of KINDS) {
    addCells(cells[kind], memberOf(state, kind) ?? null, place);
    const json = input.option(kind);
    if (json !== undefined) addCells(cells[kind], await parseOperand(`:=${json}`, context.terminal), place);
  }
  return { read: (kind: StateKind, key: string) => cells[kind].get(key) };
}

/** `{state key: value}`, or `{attribute: {key: value}}`. */
function addCells(cells: Map<string, Value>, given: Value, place: CellSpace): void {
  if (given === null) return;
  if (!isContainer(given)) throw notCells("The cells are no map. ", {});
  for (const [name, member] of entriesOf(given)) {
    if (isStateKey(name)) cells.set(padStateKey(name), member);
    else for (const [key, value] of membersOf(name, member)) cells.set(cellOf(place, name, key), value);
  }
}

function membersOf(attribute: string, member: Value): Iterable<readonly [string, Value]> {
  if (isContainer(member)) return entriesOf(member);
  throw notCells("An attribute's cells are a map from key to value. ", { attribute });
}

function cellOf({ writer, space }: CellSpace, attribute: string, key: string): string {
  const cell = stateKey(writer, space, attribute, key);
  if (cell === null) throw notCells("A key is 2 to 64 lower-case hex characters. ", { attribute, key });
  return padStateKey(cell);
}

function notCells(message: string, details: Readonly<Record<string, string>>): Error {
  return usageError(
    "STATE_CELLS",
    message,
    details,
    'Write {"<attribute>": {"<key>": value}}, or {"<state key>": value}.',
  );
}
