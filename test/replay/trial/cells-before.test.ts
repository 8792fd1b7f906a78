import { expect } from "chai";
import { loadCells, namedBy } from "../../../src/ledger/counted-cells.js";
import { Ledger } from "../../../src/ledger/ledger.js";
import { prepareTransaction } from "../../../src/ledger/prepared-transaction.js";
import { ReadChain } from "../../../src/replay/read-chain.js";
import { cellsBefore } from "../../../src/replay/trial/try-transaction.js";
import { decorated } from "../../../src/store/decorated.js";
import { IN_MEMORY, openSqliteStore } from "../../../src/store/sqlite/open.js";
import type { Store } from "../../../src/store/store.js";
import { importRecordedChain, recordedMainBlocks, recordedNetwork } from "../../support/recorded-chain.js";

const NONE = { universal: [], local: [] };

describe("The cells before a committed block (PROTOCOL 7.5, 8.3; vectors/chain)", () => {
  let store: Store;
  before(async () => {
    store = await openSqliteStore({ file: IN_MEMORY });
    await importRecordedChain(await Ledger.open(store, recordedNetwork()));
  });
  after(() => store.close());

  it("are what the state held then, and mostly known from the block alone", async () => {
    const chain = await ReadChain.ofStore(store, recordedNetwork());
    let [asked, read] = [0, 0];
    for (const block of recordedMainBlocks()) {
      const { reader, codes } = await chain.at(block.height - 1);
      const collected = namedBy(block.transactions.map((each) => prepareTransaction(each, codes.registry)));
      const counted = decorated(reader, {
        readState: (kind, cells) => {
          read += cells.length;
          return reader.readState(kind, cells);
        },
      });
      const cells = await cellsBefore(counted, block, { collected, asked: collected });
      expect(cells).to.deep.equal(await loadCells(reader, collected));
      expect(await cellsBefore(reader, block, { collected: NONE, asked: collected })).to.deep.equal(cells);
      asked += collected.universal.length + collected.local.length;
    }
    expect(read)
      .to.be.above(0)
      .and.below(asked / 2);
  });
});
