import { expect } from "chai";
import { padStateKey } from "../../src/codec/state-key.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { verifyMainBlock } from "../../src/ledger/verify-block.js";
import { dumpDatabase } from "../support/database-dump.js";
import { expectRejection } from "../support/expect-rejection.js";
import {
  AFTER_THE_RECORDING_US,
  recordedMainBlocks,
  recordedNetwork,
  recordedResourceBlocks,
  recordedState,
} from "../support/recorded-chain.js";
import { stateOf } from "../support/replay.js";
import { openEmptyLedger, openRecordedLedger, type TempLedger } from "../support/recorded-ledger.js";
import { slowly } from "../support/slowly.js";

describe("The recorded chain (vectors/chain)", () => {
  let temp: TempLedger;
  let ledger: Ledger;

  before(async () => {
    temp = await openRecordedLedger();
    ({ ledger } = temp);
  });
  after(() => temp.remove());

  it("imports with full validation (PROTOCOL 8.6, 8.10, 8.11, 9.8, 9.12, 9.13, 10.2, 10.4)", () => {
    expect(ledger.tip.height).to.equal(81);
    expect(ledger.resourceChain.tip?.height).to.equal(42);
  });

  for (const kind of ["universal", "local"] as const) {
    it(`leaves the recorded ${kind} state, key by key (PROTOCOL 8.4, 8.7, 8.8)`, async () => {
      const expected = new Map(Array.from(recordedState(kind), ([key, value]) => [padStateKey(key), value]));
      expect(await stateOf(temp.store, kind)).to.deep.equal(expected);
    });
  }

  it("is undone down to what its resource chain has fixed, and no further (PROTOCOL 8.5, 10.10)", async () => {
    const { resourceChain } = ledger;
    // 42 − C.
    expect(resourceChain.fixedHeight).to.equal(32);
    const { fixedMainHeight } = resourceChain;
    while (ledger.tip.height > fixedMainHeight) await ledger.undo();
    await expectRejection(ledger.undo(), "BLOCK_FIXED", "refused");
    while ((resourceChain.tip?.height ?? 0) > 32) await resourceChain.undo();
    await expectRejection(resourceChain.undo(), "BLOCK_FIXED", "refused");
  });

  it("keeps its fixed height when blocks above it are undone, and after a restart (PROTOCOL 10.10)", async () => {
    expect(await ledger.resourceChain.fix(AFTER_THE_RECORDING_US)).to.equal(32);
    const reopened = await Ledger.open(temp.store, recordedNetwork());
    expect(reopened.resourceChain.fixedHeight).to.equal(32);
  });
});

describe("A block without a validator's seal (PROTOCOL 8.10, 8.11)", () => {
  it("is refused before its transactions are checked", async () => {
    const temp = await openEmptyLedger();
    const { ledger } = temp;
    const [block] = recordedMainBlocks();
    if (block === undefined) throw new Error("The recorded chain is empty. ");
    const transactions = block.transactions.map((transaction) => ({ ...transaction, signature: "" }));
    const nowUs = AFTER_THE_RECORDING_US;
    const sealed = verifyMainBlock(ledger, { ...block, transactions }, { nowUs });
    await expectRejection(sealed, "TRANSACTION_SIGNATURE", "refused");
    const unsealed = verifyMainBlock(ledger, { ...block, transactions, seal: new Map() }, { nowUs });
    await expectRejection(unsealed, "SEAL_INVALID", "refused");
    await temp.remove();
  });
});

describe("Each block of the recorded chain (vectors/chain)", () => {
  slowly("leaves every row of the database as it was before when it is undone (PROTOCOL 8.5)", async () => {
    const temp = await openEmptyLedger();
    const { ledger } = temp;
    const resources = [...recordedResourceBlocks()];
    const nowUs = AFTER_THE_RECORDING_US;
    for (const block of recordedMainBlocks()) {
      while ((resources[0]?.main_height ?? Infinity) < block.height) {
        const resource = resources.shift();
        if (resource !== undefined) await ledger.resourceChain.commit(resource, nowUs);
      }
      const before = await dumpDatabase(temp.file);
      const apply = async (): Promise<unknown> =>
        ledger.commit(await verifyMainBlock(ledger, block, { nowUs }), block.seal);
      await apply();
      await ledger.undo();
      expect(await dumpDatabase(temp.file), `undo ${block.height}`).to.equal(before);
      await apply();
    }
    await temp.remove();
  });
});
