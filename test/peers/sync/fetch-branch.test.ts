import { expect } from "chai";
import type { MainBlockSummary, ResourceBlockSummary } from "../../../src/client/answers.js";
import type { Client } from "../../../src/client/create-client.js";
import { ChainError } from "../../../src/codec/chain-error.js";
import { Ledger } from "../../../src/ledger/ledger.js";
import type { ChainBlock } from "../../../src/ledger/apply/chain-block.js";
import { fetchBranch, type BranchOptions } from "../../../src/peers/sync/fetch-branch.js";
import type { ChainStatus } from "../../../src/peers/sync/chain-status.js";
import { IN_MEMORY, openSqliteStore } from "../../../src/store/sqlite/open.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { recordedMainBlocks, recordedNetwork } from "../../support/recorded-chain.js";

const MEBIBYTE = 1024 * 1024;

function at(main: number): ChainStatus {
  return {
    main,
    resource: 0,
    tip: { height: main, blockhash: "", previous_blockhash: "", transaction_count: 0 },
    resourceTip: null,
  };
}

describe("The branch that a switch holds in memory (PROTOCOL 11.3)", () => {
  const blocks = recordedMainBlocks();

  /** A peer with the recorded main blocks, each with one transaction of a stated size and an update of this length. */
  function peerWith(bytesABlock: number, updateLength: number): Client {
    const universal_updates = new Map([["00", { old: null, new: "u".repeat(updateLength) }]]);
    const client: Partial<Client> = {
      getBlockSummaries: async (from) =>
        blocks
          .slice(from - 1)
          .map(({ height, s_timestamp, previous_blockhash, blockhash }): MainBlockSummary => {
            return { height, s_timestamp, previous_blockhash, blockhash, transaction_count: 2048 };
          }),
      getBlockAs: async <T>(_read: unknown, height?: number | string) => {
        const block = blocks[Number(height) - 1];
        const [transaction] = block?.transactions ?? [];
        return { ...block, transactions: [{ ...transaction, size: bytesABlock }], universal_updates } as T;
      },
    };
    return client as Client;
  }

  async function fetchAgainst(
    ours: number,
    bytesABlock: number,
    updateLength = 0,
    check: BranchOptions["check"] = async () => undefined,
  ): Promise<number> {
    const store = await openSqliteStore({ file: IN_MEMORY });
    try {
      const lead = peerWith(bytesABlock, updateLength);
      const peer = { host: "a:1", address: "a" };
      const peers: BranchOptions["peers"] = {
        lead,
        size: 1,
        ask: async (question) => ({ answer: await question(lead), peer }),
      };
      const ends = {
        ours: at(ours),
        theirs: at(blocks.length),
        common: { main: 0, resource: 0 },
        reach: null,
      };
      const options = { peers, onArrival: () => undefined, check };
      const ledger = await Ledger.open(store, recordedNetwork());
      return (await fetchBranch(ledger, ends, options)).main.length;
    } finally {
      await store.close();
    }
  }

  it("is fetched only up to the block that breaks a rule", async () => {
    const checked: number[] = [];
    const check = async ({ block }: ChainBlock): Promise<void> => {
      checked.push(block.height);
      if (block.height === 3) throw new ChainError("SEAL_INVALID", "No. ");
    };
    await expectRejection(fetchAgainst(60, 1000, 0, check), "SEAL_INVALID", "refused");
    expect(checked).to.deep.equal([1, 2, 3]);
  });

  it("is checked while a peer still gives the rest of its resource blocks", async () => {
    const claimed = 4096;
    const height = (target: number | string | undefined): number => Number(target);
    const forged = (at: number): unknown => ({
      height: at,
      blockhash: `hash ${at}`,
      previous_blockhash: at === 1 ? "" : `hash ${at - 1}`,
      main_height: 0,
      // So much that each block is asked for by itself.
      receipt_count: 256,
      receipts: new Map(),
    });
    let given = 0;
    const client: Partial<Client> = {
      getResourceBlockSummaries: async (from) =>
        Array.from({ length: 256 }, (_, index) => forged(from + index) as ResourceBlockSummary),
      getResourceBlockAs: async <T>(_read: unknown, target?: number | string) => {
        given += 1;
        return forged(height(target)) as T;
      },
    };
    const store = await openSqliteStore({ file: IN_MEMORY });
    try {
      const lead = client as Client;
      const peers: BranchOptions["peers"] = {
        lead,
        size: 1,
        ask: async (question) => ({ answer: await question(lead), peer: { host: "a:1", address: "a" } }),
      };
      const check = async (): Promise<void> => {
        throw new ChainError("PROOF_OF_WORK", "No. ");
      };
      const ends = {
        ours: { ...at(0), resource: 2 },
        theirs: { ...at(0), resource: claimed },
        common: { main: 0, resource: 0 },
        reach: claimed,
      };
      const ledger = await Ledger.open(store, recordedNetwork());
      const fetched = fetchBranch(ledger, ends, { peers, onArrival: () => undefined, check });
      await expectRejection(fetched, "PROOF_OF_WORK", "refused");
      expect(given).to.be.below(16);
    } finally {
      await store.close();
    }
  });

  it("is no longer than the part that decides", async () => {
    expect(await fetchAgainst(5, 1000)).to.equal(6);
  });

  it("is at most 128 MiB of transactions and updates", async () => {
    expect(await fetchAgainst(6, 16 * MEBIBYTE)).to.equal(7);
    await expectRejection(fetchAgainst(8, 16 * MEBIBYTE), "PEER_BRANCH_LENGTH", "unavailable");
    expect(await fetchAgainst(6, 1000, 16 * MEBIBYTE)).to.equal(7);
    await expectRejection(fetchAgainst(8, 1000, 16 * MEBIBYTE), "PEER_BRANCH_LENGTH", "unavailable");
  });
});
