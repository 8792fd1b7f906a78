import { expect } from "chai";
import { checksumOf } from "../../src/codec/hash.js";
import { isAddress } from "../../src/codec/address.js";
import { isStateKey } from "../../src/codec/state-key.js";
import { settleBlock } from "../../src/ledger/settle-block.js";
import { WorkingState } from "../../src/ledger/working-state.js";
import { createKeyPair } from "../../src/data/directory/identity.js";
import { createNetwork, PUBLIC_NETWORK } from "../../src/records/network.js";
import { createReceipt, createSignedQuery } from "../../src/records/receipt.js";
import { receiptsToText } from "../../src/records/resource-block.js";
import type { Store } from "../../src/store/store.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import { expectRejection } from "../support/expect-rejection.js";
import { sampleResourceBlock } from "../support/sample-blocks.js";

const network = createNetwork(PUBLIC_NETWORK);
/** Its checksum fits, and the rest of an address is not checked (PROTOCOL 2.4). */
const NOT_HEX = `${"z".repeat(40)}${checksumOf("z".repeat(40))}`;

describe("The payment of a resource block (PROTOCOL 8.8, 8.9)", () => {
  let store: Store;

  beforeEach(async () => {
    store = await openSqliteStore({ file: IN_MEMORY });
  });
  afterEach(() => store.close());

  /** Settles a main block that pays resource block 1, which has these receipts. */
  async function settle(receipts: string): Promise<WorkingState> {
    const block = sampleResourceBlock(1, "");
    await store.commitResourceBlock({ ...block, receipts, receipt_count: 1 });
    const state = new WorkingState({ universal: new Map(), local: new Map() });
    const s_timestamp = block.timestamp + network.constants.confirm_interval + 1;
    await settleBlock({ store, network, state }, { s_timestamp, transactionCount: 1 });
    return state;
  }

  function receiptText(beneficiary: string): string {
    const [asker, asked] = [createKeyPair(), createKeyPair()];
    const query = { previous_blockhash: "0".repeat(78), address: asked.address };
    const signedQuery = createSignedQuery(query, asker.privateKey);
    return receiptsToText(
      new Map([[asker.address, createReceipt(signedQuery, beneficiary, asked.privateKey)]]),
    );
  }

  it("drops the share of an address that is not a state key (PROTOCOL 2.6), and pays the others", async () => {
    const state = await settle(receiptText(NOT_HEX));
    expect(isAddress(NOT_HEX)).to.equal(true);
    const keys = [...state.updates("universal").keys()];
    expect(keys).to.deep.equal([network.prefixes.resource + network.genesis_address]);
    expect(keys.every(isStateKey)).to.equal(true);
    expect(state.read("local", network.keys.fixed_height)).to.equal(1n);
  });

  const right = receiptText(NOT_HEX);
  for (const [what, receipts] of [
    ["cut off", right.slice(0, -2)],
    ["no map", '"receipts"'],
    ["a list of texts", '["receipt"]'],
    ["without a beneficiary", right.replace("beneficiary", "beneficent")],
  ] as const) {
    it(`stops when the receipts in the database are damaged: ${what}`, async () => {
      await expectRejection(settle(receipts), "BLOCK_DAMAGED", "local");
    });
  }
});
