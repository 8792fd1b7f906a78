import { CellNames } from "../../replay/trial/cell-names.js";
import { stateChanges } from "../../replay/state-changes.js";
import type { ConsoleConnection } from "../connection.js";
import { readHeight } from "./height.js";
import { showChanges } from "./views.js";

/** `diff(from, to)`: the cells that differ between two heights, with the names that codes give them. */
export function createDiff({ openChain }: ConsoleConnection) {
  return async (from: number | bigint, to: number | bigint) => {
    const [fromHeight, toHeight] = [readHeight(from), readHeight(to)];
    const chain = await openChain();
    const names = new CellNames(chain.network, chain.codes.readable);
    const changes = await stateChanges(chain, fromHeight, toHeight);
    const named = changes.map(({ kind, stateKey, old, new: now }) => {
      const { space, attribute, key } = names.nameOf(stateKey);
      return { kind, name: space === null ? attribute : `${space} ${attribute}`, key, old, new: now };
    });
    return showChanges(named);
  };
}
