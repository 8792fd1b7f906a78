import type { Value } from "../../client/index.js";
import type { StateKind } from "../../codec/state-key.js";
import { node } from "./node.js";

/** The value of a cell after a main block, by default the last one; null when it holds nothing. */
export async function askCell(kind: StateKind, stateKey: string, at: number | null): Promise<Value> {
  const { values } = await node.stateAt(kind, [stateKey], at ?? undefined);
  return [...values.values()][0] ?? null;
}
