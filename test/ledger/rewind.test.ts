import { expect } from "chai";
import type { ChainName } from "../../src/ledger/apply/placed.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { rewindTo } from "../../src/ledger/rewind.js";
import { dumpDatabase } from "../support/database-dump.js";
import { expectRejection } from "../support/expect-rejection.js";
import { importRecordedChain, recordedNetwork } from "../support/recorded-chain.js";
import { openEmptyLedger, openRecordedLedger, type TempLedger } from "../support/recorded-ledger.js";

const HEIGHTS = [80, 20, 0];

describe("Rewinding the recorded chain (vectors/chain)", () => {
  let temp: TempLedger;
  let ledger: Ledger;

  beforeEach(async () => {
    temp = await openRecordedLedger();
    ({ ledger } = temp);
  });
  afterEach(() => temp.remove());

  /** All rows but the fixed height, which is never lower in a chain that only grew. */
  async function tables(file: string): Promise<readonly string[]> {
    const rows = (await dumpDatabase(file)).split("\n");
    return rows.filter((row) => !row.includes('"name":"fixed_height"'));
  }

  /** A chain that never grew beyond this main height. */
  async function tablesOfChainUpTo(height: number): Promise<readonly string[]> {
    const other = await openEmptyLedger();
    await importRecordedChain(other.ledger, height);
    const dump = await tables(other.file);
    await other.remove();
    return dump;
  }

  for (const height of HEIGHTS) {
    it(`to ${height}: leaves every table as a chain that never grew further has it`, async () => {
      await rewindTo(ledger, height, { isForced: true });
      expect(await tables(temp.file)).to.deep.equal(await tablesOfChainUpTo(height));
    });
  }

  it("reports each block it undoes, the resource blocks first, and the chain can be imported again", async () => {
    const before = await dumpDatabase(temp.file);
    const told: (readonly [ChainName, number])[] = [];
    await rewindTo(ledger, 75, { isForced: false, onBlock: (chain, height) => told.push([chain, height]) });
    expect(told.filter(([chain]) => chain === "main").map(([, height]) => height)).to.deep.equal([
      81, 80, 79, 78, 77, 76,
    ]);
    expect(told.findLastIndex(([chain]) => chain === "resource")).to.be.lessThan(
      told.findIndex(([chain]) => chain === "main"),
    );
    await importRecordedChain(ledger);
    expect(await dumpDatabase(temp.file)).to.deep.equal(before);
  });

  it("stops between two blocks when its callback throws, and can be run again", async () => {
    const stop = (chain: ChainName, height: number): void => {
      if (chain === "main" && height === 79) throw new Error("Enough. ");
    };
    const failure = await rewindTo(ledger, 75, { isForced: false, onBlock: stop }).catch(String);
    expect(failure).to.equal("Error: Enough. ");
    expect(ledger.tip.height).to.equal(78);
    await rewindTo(await Ledger.open(temp.store, recordedNetwork()), 75, { isForced: false });
    expect((await temp.store.mainBlockSummary("last"))?.height).to.equal(75);
  });

  it("refuses to go below the fixed height, and undoes nothing (PROTOCOL 10.10)", async () => {
    const { fixedMainHeight } = ledger.resourceChain;
    const below = fixedMainHeight - 1;
    await expectRejection(rewindTo(ledger, below, { isForced: false }), "REWIND_FIXED", "refused");
    expect(ledger.tip.height).to.equal(81);
    await rewindTo(ledger, fixedMainHeight, { isForced: false });
    expect(ledger.tip.height).to.equal(fixedMainHeight);
  });

  it("with force, lowers the fixed height with the blocks, also after the store is opened again", async () => {
    const height = ledger.resourceChain.fixedMainHeight - 3;
    await rewindTo(ledger, height, { isForced: true });
    const reopened = await Ledger.open(temp.store, recordedNetwork());
    for (const { resourceChain } of [ledger, reopened]) {
      expect(resourceChain.fixedHeight).to.equal(resourceChain.tip?.height);
      expect(resourceChain.fixedMainHeight).to.be.at.most(height);
    }
  });

  it("refuses a height that the chain does not reach", async () => {
    await expectRejection(rewindTo(ledger, 82, { isForced: true }), "REWIND_HEIGHT", "usage");
  });
});
