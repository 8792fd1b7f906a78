import { expect } from "chai";
import { hashOf, timeHash } from "../../../src/codec/hash.js";
import { padStateKey } from "../../../src/codec/state-key.js";
import type { Value } from "../../../src/codec/value.js";
import { valuesReplaced } from "../../../src/replay/remote/cells-from-blocks.js";
import { createTrueValues } from "../../../src/replay/remote/true-values.js";
import { createNetwork, PUBLIC_NETWORK } from "../../../src/records/network.js";
import type { MainBlock } from "../../../src/records/main-block.js";

const KEY = `${hashOf("cell")}01`;
const CELL = padStateKey(KEY);
const OTHER = padStateKey(`${hashOf("other")}01`);

/**
 * Makes a chain of blocks of the given branches. Each block writes its height into the cell, except those of branch b.
 */
function chainOf(branches: string): readonly MainBlock[] {
  const blocks: MainBlock[] = [];
  for (const [index, branch] of Array.from(branches).entries()) {
    const height = index + 1;
    const old: Value = height === 1 ? null : BigInt(height - 1);
    blocks.push({
      height,
      s_timestamp: height,
      previous_blockhash: blocks.at(-1)?.blockhash ?? "",
      blockhash: timeHash(`${blocks.at(-1)?.blockhash} ${branch}`, height),
      seal: new Map(),
      transactions: [],
      universal_updates: branch === "b" ? new Map() : new Map([[KEY, { old, new: BigInt(height) }]]),
      local_updates: new Map(),
    });
  }
  return blocks;
}

describe("The values that later blocks of a node replaced (PROTOCOL 8.5)", () => {
  let chain: readonly MainBlock[];
  let asked: number[];
  const client = {
    async getBlocks(from: number) {
      asked.push(from);
      // Two at once, so that several answers are needed.
      return chain.filter(({ height }) => height >= from).slice(0, 2);
    },
    // One more than that, so that the chain may end between the two.
    async getBlockSummaries(from: number) {
      const window = chain.filter(({ height }) => height >= from).slice(0, 3);
      return Array.from(window, (block) => ({ ...block, transaction_count: 0 }));
    },
    async getBlock(height: number | string | undefined) {
      return chain.find((each) => each.height === height) ?? null;
    },
    async getBlockSummary(height: number | string | undefined) {
      const block = chain.find((each) => each.height === height);
      return block === undefined ? null : { ...block, transaction_count: 0 };
    },
  };
  const trueValues = createTrueValues(client, createNetwork(PUBLIC_NETWORK), []);
  const keys = { universal: [CELL, OTHER], local: [] };
  const pinned = chainOf("a").at(0) as MainBlock;
  beforeEach(() => {
    asked = [];
  });

  it("are the old values of the first write, and each block is read once", async () => {
    const later = valuesReplaced(client, pinned, trueValues);
    chain = chainOf("a");
    expect((await later(keys)).universal.size).to.equal(0);
    chain = chainOf("aaaaa");
    expect([...(await later(keys)).universal]).to.deep.equal([[CELL, 1n]]);
    asked = [];
    expect([...(await later(keys)).universal]).to.deep.equal([[CELL, 1n]]);
    expect(asked).to.deep.equal([5]);
  });

  it("stay right when the node replaces blocks by fewer or more others", async () => {
    const later = valuesReplaced(client, pinned, trueValues);
    chain = chainOf("abb");
    expect((await later(keys)).universal.size).to.equal(0);
    chain = chainOf("aa");
    expect([...(await later(keys)).universal]).to.deep.equal([[CELL, 1n]]);
    chain = chainOf("abbbb");
    expect([...(await later(keys)).universal]).to.deep.equal([[CELL, 1n]]);
  });

  it("are refused when the chain no longer holds the pinned block", async () => {
    const later = valuesReplaced(client, pinned, trueValues);
    for (const branches of ["b", "bb", ""]) {
      chain = chainOf(branches);
      const refused = await later(keys).catch((error: unknown) => error);
      expect(refused, branches).to.include({ code: "CHAIN_UNDONE" });
    }
  });
});
