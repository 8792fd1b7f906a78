import { expect } from "chai";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { checkChain, type ChainDifference } from "../../src/ledger/check-chain.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import { openDriver } from "../../src/store/sqlite/driver.js";
import {
  AFTER_THE_RECORDING_US,
  importRecordedChain,
  recordedMainBlocks,
  recordedNetwork,
  recordedState,
} from "../support/recorded-chain.js";
import { makeTempDirectory } from "../support/temp-store.js";

const OPTIONS = { nowUs: AFTER_THE_RECORDING_US };

/** The universal state key that comes first. */
function firstKey(): string | undefined {
  return [...recordedState("universal").keys()].toSorted()[0];
}

describe("The check of a stored chain (vectors/chain)", () => {
  let directory: string;
  let file: string;

  beforeEach(async () => {
    directory = await makeTempDirectory();
    file = join(directory, "chain.sqlite");
    const store = await openSqliteStore({ file });
    const ledger = await Ledger.open(store, recordedNetwork());
    await importRecordedChain(ledger);
    await store.close();
  });
  afterEach(() => rm(directory, { recursive: true }));

  /** Changes the database behind the store's back, then checks it. */
  const checkAfter = async (sql: string): Promise<ChainDifference | null> => {
    const driver = await openDriver(file, "read-write");
    await driver.script(sql);
    await driver.close();
    const stored = await openSqliteStore({ file, readOnly: true });
    const scratch = await openSqliteStore({ file: IN_MEMORY });
    try {
      return await checkChain(stored, await Ledger.open(scratch, recordedNetwork()), OPTIONS);
    } finally {
      await stored.close();
      await scratch.close();
    }
  };

  it("finds nothing in the chain as it was recorded", async () => {
    expect(await checkAfter("SELECT 1")).to.equal(null);
  });

  it("finds a changed block, by chain and height", async () => {
    const main = await checkAfter(
      "UPDATE main_block_bodies SET seal = replace(seal, 'a', 'b') WHERE height = 17",
    );
    expect(main).to.include({ chain: "main", height: 17, key: null });
  });

  it("finds a changed update, by height and state key", async () => {
    const key = [...(recordedMainBlocks()[19]?.universal_updates.keys() ?? [])][0];
    const main = await checkAfter(
      `UPDATE main_block_bodies SET universal_updates = replace(universal_updates, '"new":"', '"new":"1')
       WHERE height = 20`,
    );
    expect(main).to.include({ chain: "main", height: 20, key });
  });

  it("finds a changed cell of the state after the last block, by its key", async () => {
    const changed = await checkAfter(
      "UPDATE universal_state SET value = '\"1\"' WHERE cell = (SELECT min(cell) FROM universal_state)",
    );
    expect(changed).to.include({ chain: "main", height: 81, key: firstKey() });
    const lost = await checkAfter(
      "DELETE FROM universal_state WHERE cell = (SELECT max(cell) FROM universal_state)",
    );
    expect(lost).to.include({ chain: "main", height: 81 });
  });

  it("finds a changed nonce", async () => {
    const resource = await checkAfter("UPDATE resource_blocks SET nonce = '00' WHERE height = 5");
    expect(resource).to.include({
      chain: "resource",
      height: 5,
      reason: "The resource block's hash is not that of its content.",
    });
  });
});
