import { expect } from "chai";
import { Ledger } from "../../src/ledger/ledger.js";
import { at } from "../../src/replay/at.js";
import { CodesByHeight } from "../../src/replay/known-codes.js";
import { decorated } from "../../src/store/decorated.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import type { Store } from "../../src/store/store.js";
import { importRecordedChain, recordedNetwork } from "../support/recorded-chain.js";

describe("The codes of a chain at its heights (PROTOCOL 6.6; vectors/chain)", () => {
  const network = recordedNetwork();
  let store: Store;
  before(async () => {
    store = await openSqliteStore({ file: IN_MEMORY });
    await importRecordedChain(await Ledger.open(store, network));
  });
  after(() => store.close());

  it("are read once from one write of a code to the next", async () => {
    const tip = (await store.mainBlockSummary("last"))?.height ?? 0;
    const written = new Set((await store.listCodeWrites()).map(({ height }) => height));
    let reads = 0;
    const counted = decorated(store, {
      readState: (kind, cells, height) => {
        reads += 1;
        return store.readState(kind, cells, height);
      },
    });
    const known = new CodesByHeight(network);
    for (let height = tip; height > 0; height -= 1) {
      const reader = await at(counted, height);
      const before = reads;
      const codes = await known.read(reader);
      const fresh = await new CodesByHeight(network).read(await at(store, height));
      expect(codes.stored).to.deep.equal(fresh.stored);
      const isFirst = height === tip || written.has(height);
      if (!isFirst && !written.has(height + 1)) expect(reads - before).to.equal(0);
    }
    expect(reads).to.be.above(1).and.below(tip);
  });

  it("are the caller's own", async () => {
    const known = new CodesByHeight(network);
    const reader = await at(store, (await store.mainBlockSummary("last"))?.height ?? 0);
    const first = await known.read(reader);
    const count = first.stored.length;
    first.apply((await store.listCodeWrites()).map(({ key }) => ({ key, value: null })));
    expect(first.stored).to.have.length(0);
    expect((await known.read(reader)).stored).to.have.length(count);
  });
});
