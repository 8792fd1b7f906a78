import { padStateKey } from "../../codec/state-key.js";
import { parseJson } from "../../codec/parse-json.js";
import { Ledger } from "../../ledger/ledger.js";
import { answerChainQuery } from "../../ledger/requests/chain-queries.js";
import { mainBlockToText } from "../../records/main-block-text.js";
import { readMainBlock, type MainBlock } from "../../records/main-block.js";
import { createNetwork, type NetworkDefinition } from "../../records/network.js";
import type { StateEntry, Store } from "../../store/store.js";
import type { ChainSource } from "./chain-source.js";
import { TrialCodes } from "./trial-codes.js";

/** Creates a source for the chain of an open store. Closing the source closes the store. */
export async function createStoreSource(store: Store, definition: NetworkDefinition): Promise<ChainSource> {
  const ledger = await Ledger.open(store, createNetwork(definition));
  const { network, tip } = ledger;
  return {
    network,
    isDefinitionKnown: true,
    codes: new TrialCodes(network, await readCodes(store)),
    height: tip.height,
    readCells: (kind, keys) => store.readState(kind, keys),
    async valuesBefore(fromHeight, keys) {
      const [universal, local] = await Promise.all([
        store.valuesBefore("universal", fromHeight, keys.universal),
        store.valuesBefore("local", fromHeight, keys.local),
      ]);
      return { universal, local };
    },
    answer: (query) => answerChainQuery(ledger, query),
    findBlock: async (hash) => (await store.transaction(hash))?.height ?? null,
    summary: (height) => store.mainBlockSummary({ height }),
    slots: store,
    blocksFrom: (height) => readBlocks(store, height, tip.height),
    close: () => store.close(),
  };
}

async function readCodes(store: Store): Promise<readonly StateEntry[]> {
  const keys = await store.listCodeWrites();
  const cells = await store.readState("local", keys.map(padStateKey));
  return keys.map((key) => ({ key, value: cells.get(padStateKey(key)) ?? null }));
}

async function* readBlocks(
  store: Store,
  from: number,
  to: number,
): AsyncGenerator<MainBlock, void, undefined> {
  for await (const block of store.streamMainBlocks(from, to)) {
    yield readMainBlock(parseJson(mainBlockToText(block)));
  }
}
