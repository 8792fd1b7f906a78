import type { InspectedCell } from "../../client/index.js";
import { ChainError } from "../../codec/chain-error.js";
import type { LoadedCells } from "../../ledger/working-state.js";
import type { StateKind } from "../../store/store.js";
import type { CellKeys, OldValues } from "./chain-source.js";
import { overlay } from "./overlay-cells.js";

/** A node limits the connections from one address. */
const ASKED_TOGETHER = 16;

export interface PinnedReading {
  /** The main height whose state is read. */
  readonly height: number;
  readonly inspect: (kind: StateKind, key: string) => Promise<InspectedCell>;
  readonly valuesBefore: (fromHeight: number, keys: CellKeys) => Promise<OldValues>;
}

/**
 * Reads cells of another node, all at one height. Inspect gives each cell at the current tip, so writes of later blocks
 * are reverted. Throws `CHAIN_UNDONE` when the node's chain is now below the height.
 */
export async function readPinnedCells(
  { height, inspect, valuesBefore }: PinnedReading,
  kind: StateKind,
  keys: readonly string[],
): Promise<LoadedCells> {
  const cells: InspectedCell[] = [];
  for (let asked = 0; asked < keys.length; asked += ASKED_TOGETHER) {
    const next = keys.slice(asked, asked + ASKED_TOGETHER);
    cells.push(...(await Promise.all(next.map((key) => inspect(kind, key)))));
  }
  const now = new Map(
    cells.flatMap(({ value }, index) => (value === null ? [] : [[keys[index] ?? "", value]])),
  );
  if (cells.every((cell) => cell.height === height)) return now;
  if (cells.some((cell) => cell.height < height)) throw undone(height);
  const old = await valuesBefore(height + 1, { universal: [], local: [], [kind]: keys });
  return overlay(now, old[kind]);
}

function undone(height: number): ChainError {
  return new ChainError("CHAIN_UNDONE", "The node has taken blocks back while it was asked. ", {
    kind: "unavailable",
    details: { height },
    advice: "Try again.",
  });
}
