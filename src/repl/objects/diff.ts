import { CellNames } from "../../replay/trial/cell-names.js";
import { stateChanges } from "../../replay/trial/state-changes.js";
import type { Connection } from "../connection.js";
import { readHeight } from "./height.js";
import { showChanges } from "./views.js";

/** `diff(from, to)`: the cells that differ between two heights, with the names that codes give them. */
export function createDiff({ openSource }: Connection) {
  return async (from: number | bigint, to: number | bigint) => {
    const [fromHeight, toHeight] = [readHeight(from), readHeight(to)];
    const source = await openSource();
    const names = new CellNames(source.network, source.codes.readable);
    const changes = await stateChanges(source, fromHeight, toHeight);
    const named = changes.map(({ kind, stateKey, old, new: now }) => {
      const { space, attribute, key } = names.nameOf(stateKey);
      return { kind, name: space === null ? attribute : `${space} ${attribute}`, key, old, new: now };
    });
    return showChanges(named);
  };
}
