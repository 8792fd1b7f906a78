import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { memberOf, type Value, type ValueMap } from "../../src/codec/value.js";
import { isProof } from "../../src/consensus/miner/kernel.js";
import { createMiningJob } from "../../src/consensus/miner/mining-job.js";
import { answerToValue } from "../../src/ledger/answer.js";
import { importChains } from "../../src/ledger/import/import-chain.js";
import { readMainBlocks, readResourceBlocks } from "../../src/ledger/import/read-blocks.js";
import { storedHeights, storedMainTexts, storedResourceTexts } from "../../src/ledger/import/stored-chain.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { readReceipt, askerOf } from "../../src/records/receipt.js";
import { createResourceBlock, type ResourceBlockContent } from "../../src/records/resource-block.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import { startDevNode, type TestNode } from "../support/dev-node.js";
import { testKey } from "../support/keys.js";
import { receiptWithExtras } from "../support/receipt-with-extras.js";

const MINUTE_US = 60_000_000;

describe("Receipts are kept as they were received (PROTOCOL 10.1)", () => {
  let test: TestNode;
  let received: ValueMap;
  let asker: string;

  /**
   * A resource block with one receipt that has further members in another order, as another implementation may mine it.
   */
  before(async () => {
    test = await startDevNode();
    const { ledger, identity } = test.node;
    const keys = { asker: testKey("asker"), peer: testKey("peer"), beneficiary: identity.owner };
    received = receiptWithExtras(ledger.tip.blockhash, keys);
    const receipt = readReceipt(received);
    asker = askerOf(receipt);
    const content: ResourceBlockContent = {
      height: 1,
      previous_blockhash: "",
      timestamp: test.clock.nowUs(),
      difficulty: await ledger.resourceChain.nextDifficulty(),
      main_height: ledger.tip.height,
      main_blockhash: ledger.tip.blockhash,
      validator: identity.node.address,
      miner: identity.node.address,
      receipts: new Map([[asker, receipt]]),
    };
    await ledger.resourceChain.commit(createResourceBlock(content, nonceOf(content)), test.clock.nowUs());
  });
  after(() => test.node.stop());

  const ask = async (type: string): Promise<Value> => {
    const request = new Map<string, Value>([
      ["type", type],
      ["target", 1n],
      ["full", true],
    ]);
    return answerToValue(await test.node.request({ request }));
  };
  const receiptsIn = (block: Value | undefined): string => canonicalJson(memberOf(block, "receipts") ?? null);

  it("in the database", async () => {
    const stored = await test.node.ledger.store.resourceBlock({ height: 1 });
    expect(stored?.receipts).to.equal(canonicalJson(new Map([[asker, received]])));
  });

  it("in what GetResourceBlock and GetResourceBlocks answer", async () => {
    const expected = canonicalJson(new Map([[asker, received]]));
    expect(receiptsIn(await ask("GetResourceBlock"))).to.equal(expected);
    expect(receiptsIn(memberOf(await ask("GetResourceBlocks"), "1"))).to.equal(expected);
  });

  it("through an export and an import with full validation", async () => {
    const { store, network } = test.node.ledger;
    const heights = await storedHeights(store);
    const copy = await Ledger.open(await openSqliteStore({ file: IN_MEMORY }), network);
    await importChains(
      copy,
      {
        main: readMainBlocks(storedMainTexts(store, heights.main)),
        resource: readResourceBlocks(storedResourceTexts(store, heights.resource)),
      },
      { nowUs: test.clock.nowUs() + MINUTE_US },
    );
    expect(await copy.store.resourceBlock({ height: 1 })).to.deep.equal(
      await store.resourceBlock({ height: 1 }),
    );
    await copy.store.close();
  });
});

function nonceOf(content: ResourceBlockContent): string {
  const { prefix, limit } = createMiningJob(content, MINUTE_US);
  for (let nonce = 0; ; nonce += 1) if (isProof(prefix, String(nonce), limit)) return String(nonce);
}
