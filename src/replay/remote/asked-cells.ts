import type { Client } from "../../client/index.js";
import { ChainError } from "../../codec/chain-error.js";
import { isStateKey, type StateKind } from "../../codec/state-key.js";
import type { Value } from "../../codec/value.js";
import { MAX_STATE_KEYS } from "../../records/operations/limits.js";
import { setCells } from "../../store/cells.js";
import type { ChainEnd } from "../../store/store.js";
import * as errors from "../errors.js";
import type { RemoteCells } from "./remote-cells.js";

/** A node limits the connections from one address: four calls at once. */
const KEYS_TOGETHER = 4 * MAX_STATE_KEYS;
/** Any cell: it is asked for to learn whether the node has the operation. */
const ANY_CELL = "0".repeat(128);

/** Whether a node answers StateAt: 2.1 nodes and earlier versions of this one do not. */
export async function answersStateAt(client: Pick<Client, "stateAt">): Promise<boolean> {
  try {
    await client.stateAt("universal", [ANY_CELL]);
    return true;
  } catch (error) {
    if (error instanceof ChainError && error.kind === "not-found") return false;
    throw error;
  }
}

/** Cells that the node itself finds at any height. `last` is its last main block when the chain was opened. */
export function askedCells(client: Pick<Client, "stateAt">, last: ChainEnd): RemoteCells {
  const ask = async (kind: StateKind, height: number, keys: readonly string[]) => {
    const { blockhash, values } = await client.stateAt(kind, keys, height).catch((error: unknown) => {
      // The chain has become shorter.
      if (error instanceof ChainError && error.code === errors.heightUnknown.code)
        throw errors.chainUndone({ height });
      throw error;
    });
    if (height === last.height && blockhash !== last.blockhash) throw errors.chainUndone({ height });
    return values;
  };
  const stateAt: RemoteCells["stateAt"] = async (kind, height, paddedKeys) => {
    const keys = paddedKeys.filter(isStateKey);
    const cells = new Map<string, Value>();
    for (let from = 0; from < keys.length; from += KEYS_TOGETHER) {
      const calls: Promise<ReadonlyMap<string, Value>>[] = [];
      for (let next = from; next < Math.min(from + KEYS_TOGETHER, keys.length); next += MAX_STATE_KEYS)
        calls.push(ask(kind, height, keys.slice(next, next + MAX_STATE_KEYS)));
      for (const values of await Promise.all(calls)) setCells(cells, values);
    }
    return cells;
  };
  return {
    stateAt,
    async replacedSince(kind, paddedKeys) {
      const values = await stateAt(kind, last.height, paddedKeys);
      return new Map(paddedKeys.map((cell) => [cell, values.get(cell) ?? null]));
    },
  };
}
