import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { padStateKey, type StateKind } from "../../src/codec/state-key.js";
import { readMainBlock } from "../../src/records/main-block.js";
import { recordedNetwork, TestState } from "../support/machine-run.js";
import { listIn, readVector } from "../support/vectors.js";

describe("The recorded chain on the system contracts and presets (chain/main.json; PROTOCOL 6.9, 6.12, 6.13, 6.14, 6.15)", () => {
  it("produces the updates of its blocks", () => {
    const network = recordedNetwork();
    const state = new TestState(network);
    let compared = 0;
    for (const record of listIn(readVector("chain/main.json"))) {
      const block = readMainBlock(record);
      for (const tx of block.transactions) {
        const execution = state.apply(tx);
        expect(execution.ok, `${block.height} ${tx.hash}`).to.equal(true);
      }
      const kinds = { universal: block.universal_updates, local: block.local_updates };
      for (const [kind, updates] of Object.entries(kinds) as [StateKind, typeof kinds.local][]) {
        for (const [key, update] of updates) {
          // The ledger writes these itself: rewards and counters.
          if (isLedgers(key)) state.write(kind, key, update.new);
          const written = state.read(kind, padStateKey(key)) ?? null;
          expect(canonicalJson(written), `${block.height} ${key}`).to.equal(canonicalJson(update.new));
          compared += 1;
        }
      }
    }
    expect(compared).to.be.greaterThan(500);

    function isLedgers(key: string): boolean {
      const { resource, transaction_count, fixed_height, recycle_resource } = network.prefixes;
      return [resource, transaction_count, fixed_height, recycle_resource].some((prefix) =>
        key.startsWith(prefix),
      );
    }
  });
});
