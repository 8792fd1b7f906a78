import { type Ledger, NO_MAIN_BLOCK } from "../../ledger/ledger.js";
import type { ChainIndex, CalledCode } from "../../store/chain-index.js";
import { padStateKey, PREFIX_LENGTH, stateKindOf } from "../../codec/state-key.js";
import { objectToValue, type Value } from "../../codec/value.js";
import type { Given } from "../../records/operations/operation.js";
import {
  type LIST_CELLS,
  MAX_LISTED_CELLS,
  type LIST_CALLS,
  MAX_LISTED_CALLS,
} from "../../records/operations/explorer.js";
import { at } from "../../replay/at.js";
import * as errors from "../errors.js";
import type { CodeRegistry } from "../../ledger/code-registry.js";

/** A chain whose store has the indexes of the explorer. */
export interface ExploredChain extends Pick<Ledger, "store" | "registry"> {
  readonly index: ChainIndex;
}

/** Throws `EXPLORER_INDEX` when the store has no such indexes. */
export function exploredChain({ store, registry }: Ledger): ExploredChain {
  const { index } = store;
  if (index === undefined) throw errors.explorerIndex();
  return { store, registry, index };
}

const HEX = /^[0-9a-f]*$/;

/** ListCells: a page of an attribute's cells. Throws `STATE_PREFIX`, and what `at` throws for the height. */
export async function cellsView(
  { store, index }: ExploredChain,
  { type, prefix = "", after = "", height }: Given<typeof LIST_CELLS>,
): Promise<Value> {
  const kind = stateKindOf(type);
  if (!HEX.test(prefix + after) || prefix.length < PREFIX_LENGTH) throw errors.stateKeyBeginning();
  const tip = await store.mainBlockSummary("last");
  const past = await at(store, height ?? tip?.height ?? 0);
  const block = (await past.mainBlockSummary("last")) ?? NO_MAIN_BLOCK;
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

type CallsQuery = Given<typeof LIST_CALLS>;

/** A transaction may name the network's own space or leave it out (PROTOCOL 5.1). */
function namesOf(
  { network }: CodeRegistry,
  { type = "", cid = network.rootCid }: CallsQuery,
): readonly CalledCode[] {
  const named = { type, cid };
  return cid === network.rootCid ? [named, { type, cid: null }] : [named];
}

/** For each number n of `firsts`, counts the calls of a code among the chain's first n transactions. */
export async function countCalls(
  { index, registry }: { readonly index: ChainIndex; readonly registry: CodeRegistry },
  query: CallsQuery,
  firsts: readonly number[],
): Promise<readonly number[]> {
  const counts = await Promise.all(namesOf(registry, query).map((code) => index.countCalls(code, firsts)));
  return firsts.map((_, place) => counts.reduce((sum, ofName) => sum + (ofName[place] ?? 0), 0));
}

/** ListCalls: a page of the transactions that call a contract. */
export async function callsView(
  { index, registry }: ExploredChain,
  { before = Number.MAX_SAFE_INTEGER, ...query }: CallsQuery,
): Promise<Value> {
  // One more call than a page shows whether another page follows.
  const count = MAX_LISTED_CALLS + 1;
  const listed = await Promise.all(
    namesOf(registry, query).map((code) => index.listCalls({ code, before, count })),
  );
  const calls = listed.flat().toSorted((left, right) => right.number - left.number);
  const shown = calls.slice(0, MAX_LISTED_CALLS);
  const [all = 0] = await countCalls({ index, registry }, query, [await transactionCount(index)]);
  return objectToValue({
    count: BigInt(all),
    calls: shown.map(({ hash, height, sender }) =>
      objectToValue({ hash, height: BigInt(height), from: sender }),
    ),
    next: calls.length > shown.length ? BigInt(shown.at(-1)?.number ?? 0) : null,
  });
}

async function transactionCount(index: ChainIndex): Promise<number> {
  const [end] = await index.pastEnds([Number.MAX_SAFE_INTEGER]);
  return end?.transactions ?? 0;
}
