import type { OptionSpec } from "../../../src/cli/command.js";
import type { Context } from "../../../src/cli/context.js";
import type { Input } from "../../../src/cli/input/input.js";
import { parseOperand } from "../../../src/cli/input/parameters.js";
import { readJsonSource } from "../../../src/cli/input/source.js";
import { memberOf, type Value } from "../../../src/codec/value.js";
import type { CellSpace } from "../../../src/replay/trial/given-cells.js";
import type { StateKind, StateView } from "../../../src/vm/machine.js";

const KINDS = ["universal", "local"] as const;

/** The options that give state cells. */
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

/** The state that the options describe; all other cells are empty. Throws `STATE_CELLS`. */
export async function readCells(context: Context, input: Input, place: CellSpace): Promise<StateView> {
  const { readCellsOf } = await import("../../../src/replay/trial/given-cells.js");
  const file = input.option("state");
  const state = file === undefined ? null : await readJsonSource(file, context.terminal);
  const cells = { universal: new Map<string, Value>(), local: new Map<string, Value>() };
  for (const kind of KINDS) {
    const json = input.option(kind);
    const onLine = json === undefined ? null : await parseOperand(`:=${json}`, context.terminal);
    for (const given of [memberOf(state, kind) ?? null, onLine])
      for (const [cell, value] of readCellsOf(given, place)) cells[kind].set(cell, value);
  }
  return { read: (kind: StateKind, key: string) => cells[kind].get(key) };
}
