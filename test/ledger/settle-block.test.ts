import { expect } from "chai";
import { checksumOf } from "../../src/codec/hash.js";
import { isAddress } from "../../src/codec/address.js";
import { isStateKey } from "../../src/codec/state-key.js";
import { settleBlock } from "../../src/ledger/settle-block.js";
import { WorkingState } from "../../src/ledger/working-state.js";
import { createNetwork, PUBLIC_NETWORK } from "../../src/records/network.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import { sampleResourceBlock } from "../support/sample-blocks.js";

const network = createNetwork(PUBLIC_NETWORK);
/** Its checksum fits, and more is not asked of an address (PROTOCOL 2). */
const NOT_HEX = `${"z".repeat(40)}${checksumOf("z".repeat(40))}`;

describe("The payment of a resource block (PROTOCOL 8)", () => {
  it("drops what goes to an address that is no state key, and pays the others", async () => {
    const store = await openSqliteStore({ file: IN_MEMORY });
    try {
      const block = sampleResourceBlock(1, "");
      const receipts = JSON.stringify({ asker: { beneficiary: NOT_HEX } });
      await store.commitResourceBlock({ ...block, receipts, receipt_count: 1 });
      const state = new WorkingState({ universal: new Map(), local: new Map() });
      const s_timestamp = block.timestamp + network.constants.confirm_interval + 1;
      await settleBlock(store, network, state, { s_timestamp, transactionCount: 1 });

      expect(isAddress(NOT_HEX)).to.equal(true);
      const keys = [...state.updates("universal").keys()];
      expect(keys).to.deep.equal([network.prefixes.resource + network.genesis_address]);
      expect(keys.every(isStateKey)).to.equal(true);
      expect(state.read("local", network.keys.fixed_height)).to.equal(1n);
    } finally {
      await store.close();
    }
  });
});
