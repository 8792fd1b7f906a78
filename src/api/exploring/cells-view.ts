import { padStateKey, PREFIX_LENGTH, stateKindOf } from "../../codec/state-key.js";
import { objectToValue, type Value } from "../../codec/value.js";
import { NO_MAIN_BLOCK } from "../../ledger/ledger.js";
import type { Given } from "../../records/operations/operation.js";
import { type LIST_CELLS, MAX_LISTED_CELLS } from "../../records/operations/explorer.js";
import { at } from "../../replay/at.js";
import type { ExploredChain } from "./explored-chain.js";
import * as errors from "../errors.js";

const HEX = /^[0-9a-f]*$/;

/** ListCells: a page of an attribute's cells. Throws `STATE_PREFIX`, and what `at` throws for the height. */
export async function cellsView(
  { store, index }: ExploredChain,
  { type, prefix = "", after = "", height }: Given<typeof LIST_CELLS>,
): Promise<Value> {
  const kind = stateKindOf(type);
  if (!HEX.test(prefix + after) || prefix.length < PREFIX_LENGTH) throw errors.stateKeyBeginning();
  const tip = await store.lastMainBlock();
  const past = await at(store, height ?? tip?.height ?? 0);
  const block = (await past.lastMainBlock()) ?? NO_MAIN_BLOCK;
  const place = { kind, prefix, after: after === "" ? "" : padStateKey(after), height: block.height };
  const { cells, next } = await index.listCells({ ...place, count: MAX_LISTED_CELLS });
  // Throws when the block was undone meanwhile.
  await past.readState(kind, []);
  return objectToValue({
    height: BigInt(block.height),
    blockhash: block.blockhash,
    cells: cells.map(({ key, value, height: written }) =>
      objectToValue({ key, value, height: BigInt(written) }),
    ),
    next,
  });
}
