import { stateKeyOf, padStateKey } from "../../src/codec/state-key.js";
import { hashOf } from "../../src/codec/hash.js";
import type { MainBlockCommit, Store } from "../../src/store/store.js";
import { sampleAddress, sampleMainBlock } from "../support/sample-blocks.js";
import { openTempStore } from "../support/temp-store.js";

const BLOCKS = 8;
const TRANSACTIONS = 2048;
const ACCOUNTS = 6000;
const SINGLE_READS = 5000;
const ZERO = "0".repeat(44);

/** Full blocks into a store on disk, and the reads that a round and the busiest request make. */
export async function bench(): Promise<{ name: string; value: number; unit: string }[]> {
  const temp = await openTempStore();
  try {
    return await measure(temp.store);
  } finally {
    await temp.remove();
  }
}

async function measure(store: Store): Promise<{ name: string; value: number; unit: string }[]> {
  const keys = Array.from({ length: ACCOUNTS }, (_, account) => balanceKey(account));
  const padded = keys.map(padStateKey);
  const blocks = fullBlocks(keys);
  const commits: number[] = [];
  for (const block of blocks) commits.push(await timeMs(() => store.commitMainBlock(block)));
  const manyMs = await timeMs(() => store.readState("universal", padded));
  const singlesMs = await timeMs(() =>
    Promise.all(padded.slice(0, SINGLE_READS).map((key) => store.readState("universal", [key]))),
  );
  let streamed = 0;
  const streamMs = await timeMs(async () => {
    for await (const block of store.streamMainBlocks(1, BLOCKS)) streamed += block.transaction_count;
  });
  if (streamed !== BLOCKS * TRANSACTIONS) throw new Error("The stream ended early. ");
  return [
    { name: "store: commit a block of 2,048 transactions, median", value: median(commits), unit: "ms" },
    { name: "store: the same, slowest", value: Math.max(...commits), unit: "ms" },
    { name: "store: read 6,000 state values at once", value: manyMs, unit: "ms" },
    { name: "store: read state values singly", value: (SINGLE_READS / singlesMs) * 1000, unit: "1/s" },
    { name: "store: stream full blocks", value: (BLOCKS / streamMs) * 1000, unit: "blocks/s" },
  ];
}

function fullBlocks(keys: readonly string[]): MainBlockCommit[] {
  const blocks: MainBlockCommit[] = [];
  for (let height = 1; height <= BLOCKS; height += 1) {
    const pairs = Array.from({ length: TRANSACTIONS }, (_, index) => [
      (height * 977 + index * 2) % ACCOUNTS,
      (height * 977 + index * 2 + 1) % ACCOUNTS,
    ]);
    const universal = pairs
      .flat()
      .map((account) => ({ key: keys[account] ?? "", value: `${height}000000000000` }));
    const commit = sampleMainBlock({
      height,
      previous_blockhash: blocks.at(-1)?.block.blockhash ?? "",
      transactions: pairs.map((pair) => pair.map(sampleAddress)),
      universal,
    });
    const updates = universal.map(({ key, value }) => `"${key}":{"old":"5000000000000","new":"${value}"}`);
    blocks.push({ ...commit, block: { ...commit.block, universal_updates: `{${updates.join(",")}}` } });
  }
  return blocks;
}

function balanceKey(account: number): string {
  return stateKeyOf(ZERO, hashOf("space"), "balance", sampleAddress(account)) ?? "";
}

async function timeMs(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await action();
  return performance.now() - start;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
