import { expect } from "chai";
import { padStateKey } from "../../src/codec/state-key.js";
import type { Value } from "../../src/codec/value.js";
import { importChains } from "../../src/ledger/import-chain.js";
import { Ledger } from "../../src/ledger/ledger.js";
import type { Store } from "../../src/store/store.js";
import {
  AFTER_THE_RECORDING_US,
  recordedMainBlocks,
  recordedNetwork,
  recordedResourceBlocks,
  recordedState,
} from "../support/recorded-chain.js";
import { openTempStore, type TempStore } from "../support/temp-store.js";

async function* each<T>(items: Iterable<T>): AsyncIterable<T> {
  yield* items;
}

async function stateOf(store: Store, kind: "universal" | "local"): Promise<Map<string, Value>> {
  const state = new Map<string, Value>();
  for await (const { key, value } of store.streamState(kind)) state.set(padStateKey(key), value);
  return state;
}

describe("The recorded chain (vectors/chain)", () => {
  let temp: TempStore;
  let ledger: Ledger;

  before(async () => {
    temp = await openTempStore();
    ledger = await Ledger.open(temp.store, recordedNetwork());
    await importChains(ledger, each(recordedMainBlocks()), each(recordedResourceBlocks()), {
      nowUs: AFTER_THE_RECORDING_US,
    });
  });
  after(() => temp.remove());

  it("imports with full validation", () => {
    expect(ledger.tip.height).to.equal(81);
    expect(ledger.resourceChain.tip?.height).to.equal(42);
  });

  for (const kind of ["universal", "local"] as const) {
    it(`leaves the recorded ${kind} state, key by key`, async () => {
      const expected = new Map(Array.from(recordedState(kind), ([key, value]) => [padStateKey(key), value]));
      expect(await stateOf(temp.store, kind)).to.deep.equal(expected);
    });
  }

  it("is undone block by block to nothing", async () => {
    while (ledger.tip.height > 0) await ledger.undo();
    expect(await stateOf(temp.store, "universal")).to.deep.equal(new Map());
    expect(await stateOf(temp.store, "local")).to.deep.equal(new Map());
    expect(ledger.registry.counts()).to.deep.equal({ contracts: 0, requests: 0 });
  });
});
