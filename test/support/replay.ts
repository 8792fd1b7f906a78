import { parseJson } from "../../src/codec/parse-json.js";
import { padStateKey, type StateKind } from "../../src/codec/state-key.js";
import type { Value } from "../../src/codec/value.js";
import { importChains } from "../../src/ledger/import/import-chain.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { mainBlockToText, readMainBlock, type MainBlock } from "../../src/records/main-block.js";
import type { Network } from "../../src/records/network.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import type { Store } from "../../src/store/store.js";

/** Every cell of a store, by padded key. */
export async function stateOf(store: Store, kind: StateKind): Promise<ReadonlyMap<string, Value>> {
  const state = new Map<string, Value>();
  for (const { key, value } of await store.listState(kind, "")) state.set(padStateKey(key), value);
  return state;
}

/** A store with a chain of main blocks only, validated and executed from the first block on. The caller closes it. */
export async function replay(store: Store, network: Network, nowUs: number): Promise<Store> {
  const copy = await openSqliteStore({ file: IN_MEMORY });
  await replayInto(await Ledger.open(copy, network), store, nowUs);
  return copy;
}

/** Applies the main blocks of a store, which has no resource blocks, to an empty chain. */
export async function replayInto(ledger: Ledger, store: Store, nowUs: number): Promise<void> {
  const last = (await store.mainBlockSummary("last"))?.height ?? 0;
  await importChains(ledger, { main: mainBlocks(store, last), resource: none() }, { nowUs });
}

async function* mainBlocks(store: Store, last: number): AsyncIterable<MainBlock> {
  for await (const block of store.streamMainBlocks(1, last))
    yield readMainBlock(parseJson(mainBlockToText(block)));
}

async function* none(): AsyncGenerator<never, void, undefined> {
  // The chain has no resource blocks.
}
