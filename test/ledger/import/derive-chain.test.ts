import { expect } from "chai";
import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { deriveChain, type Derivation } from "../../../src/ledger/import/derive-chain.js";
import { Ledger } from "../../../src/ledger/ledger.js";
import { openDriver } from "../../../src/store/sqlite/open-driver.js";
import { IN_MEMORY, openSqliteStore } from "../../../src/store/sqlite/open.js";
import { openSalvage } from "../../../src/store/sqlite/salvage.js";
import {
  AFTER_THE_RECORDING_US,
  importRecordedChain,
  recordedMainBlocks,
  recordedNetwork,
} from "../../support/recorded-chain.js";
import { makeTempDirectory } from "../../support/temp-store.js";

const OPTIONS = { nowUs: AFTER_THE_RECORDING_US };
const LAST = { main: 81, resource: 42 };

interface Derived extends Derivation {
  readonly main: number;
  readonly resource: number;
}

describe("The derivation of a stored chain (vectors/chain)", () => {
  let directory: string;
  let original: string;
  let file: string;

  before(async () => {
    directory = await makeTempDirectory();
    original = join(directory, "original.sqlite");
    file = join(directory, "chain.sqlite");
    const store = await openSqliteStore({ file: original });
    await importRecordedChain(await Ledger.open(store, recordedNetwork()));
    await store.close();
  });
  after(() => rm(directory, { recursive: true }));
  beforeEach(() => copyFile(original, file));
  afterEach(() => rm(file));

  /** Changes the database behind the store's back, then derives the chain. */
  async function deriveAfter(sql: string): Promise<Derived> {
    const driver = await openDriver(file, "read-write");
    await driver.script(sql);
    await driver.close();
    const salvage = await openSalvage(file);
    const scratch = await openSqliteStore({ file: IN_MEMORY });
    try {
      const ledger = await Ledger.open(scratch, recordedNetwork());
      const { store } = salvage;
      const heights = await salvage.heights();
      const remains = (height: number, after: number) => salvage.remains(height, after);
      const derivation = await deriveChain({ store, heights, remains }, ledger, OPTIONS);
      return {
        ...derivation,
        main: ledger.tip.height,
        resource: ledger.resourceChain.tip?.height ?? 0,
      };
    } finally {
      await salvage.close();
      await scratch.close();
    }
  }

  it("accepts the chain as it was recorded", async () => {
    expect(await deriveAfter("SELECT 1")).to.include({ ...LAST, mended: null, refused: null });
  });

  it("refuses a block whose seal is wrong, and all that follow it", async () => {
    const { main, mended, refused } = await deriveAfter(
      "UPDATE main_block_bodies SET seal = replace(seal, 'a', 'b') WHERE height = 17",
    );
    expect({ main, mended }).to.deep.equal({ main: 16, mended: null });
    expect(refused).to.include({ chain: "main", height: 17, key: null });
  });

  it("rebuilds updates that follow from the transactions, and names the state key", async () => {
    const key = [...(recordedMainBlocks()[19]?.universal_updates.keys() ?? [])][0];
    const derived = await deriveAfter(
      `UPDATE main_block_bodies SET universal_updates = replace(universal_updates, '"new":"', '"new":"1')
       WHERE height = 20`,
    );
    expect(derived).to.include({ ...LAST, refused: null });
    expect(derived.mended).to.include({ chain: "main", height: 20, key });
  });

  // The whole of a block follows from its seal and its transactions (PROTOCOL 8.2, 8.11).
  for (const [what, sql] of Object.entries({
    "counts of transactions":
      "UPDATE main_blocks SET transaction_count = transaction_count + 1 WHERE height > 70",
    "running numbers": "UPDATE main_blocks SET last_number = last_number + 1 WHERE height BETWEEN 30 AND 40",
    "a blockhash in the middle":
      "UPDATE main_blocks SET blockhash = replace(blockhash, 'a', 'b') WHERE height = 33",
    "the last blockhash": "UPDATE main_blocks SET blockhash = replace(blockhash, 'a', 'b') WHERE height = 81",
    "a previous blockhash": "UPDATE main_blocks SET previous_blockhash = 'x' WHERE height = 33",
    "a time": "UPDATE main_blocks SET s_timestamp = s_timestamp + 1 WHERE height = 33",
    "summaries that are gone": "DELETE FROM main_blocks WHERE height > 50",
    "a summary in the middle that is gone": "DELETE FROM main_blocks WHERE height = 50",
    "hashes of transactions": "UPDATE transactions SET hash = 'x' || number",
    "updates of many blocks": "UPDATE main_block_bodies SET local_updates = '{' WHERE height > 60",
  })) {
    it(`rebuilds ${what}: no block is lost`, async () => {
      const derived = await deriveAfter(sql);
      expect(derived).to.include({ ...LAST, refused: null });
      expect(derived.mended).to.not.equal(null);
    });
  }

  it("refuses a missing block, in the middle and at the end", async () => {
    const middle = await deriveAfter("DELETE FROM main_block_bodies WHERE height = 38");
    expect(middle).to.include({ main: 37 });
    expect(middle.refused).to.include({ chain: "main", height: 38 });
    const end = await deriveAfter("DELETE FROM main_block_bodies WHERE height > 20");
    expect(end).to.include({ main: 20 });
    expect(end.refused).to.include({ chain: "main", height: 21 });
  });

  it("refuses a block whose nonce is wrong, and continues with the main chain as far as it can", async () => {
    const derived = await deriveAfter("UPDATE resource_blocks SET nonce = '00' WHERE height = 42");
    expect(derived).to.include({ main: 81, resource: 41 });
    expect(derived.refused).to.include({
      chain: "resource",
      height: 42,
      reason: "The hash of the resource block does not match its content.",
    });
  });
});
