import type { Client } from "../../client/index.js";
import { isPartOf, readHashPart } from "../../codec/hash-part.js";
import { TIME_LENGTH, timeHashToTime } from "../../codec/hash.js";

interface FoundHash {
  readonly kind: "block" | "resourceBlock" | "transaction";
  readonly hash: string;
}

type PartClient = Pick<
  Client,
  "getBlock" | "getBlockSummary" | "getResourceBlockSummary" | "blockCount" | "resourceBlockCount"
>;

const MOST_BLOCKS = 64;

/** Finds blocks and transactions by a part of their hash. Its time leaves few blocks, at most 64. */
export async function findHashParts(client: PartClient, given: string): Promise<readonly FoundHash[]> {
  const part = readHashPart(given);
  // The times of all hashes begin with a zero before the year 2112.
  if (part === null || !given.startsWith("0")) return [];
  const head = part.head.slice(0, TIME_LENGTH);
  const span = {
    from: timeHashToTime(head.padEnd(TIME_LENGTH, "0")),
    to: timeHashToTime(head.padEnd(TIME_LENGTH, "f")),
  };
  const main = async (height: number): Promise<number> =>
    (await client.getBlockSummary(height))?.s_timestamp ?? 0;
  const resource = async (height: number): Promise<number> =>
    (await client.getResourceBlockSummary(height))?.timestamp ?? 0;
  const found: FoundHash[] = [];
  const note = (kind: FoundHash["kind"], hash: string): void => {
    if (isPartOf(part, hash)) found.push({ kind, hash });
  };
  for (const height of await heightsIn(span, await client.blockCount(), main)) {
    const block = await client.getBlock(height);
    if (block !== null) note("block", block.blockhash);
    for (const { hash } of block?.transactions ?? []) note("transaction", hash);
  }
  for (const height of await heightsIn(span, await client.resourceBlockCount(), resource)) {
    const block = await client.getResourceBlockSummary(height);
    if (block !== null) note("resourceBlock", block.blockhash);
  }
  return found;
}

/** The heights of the blocks that can hold a hash of this time. Empty when there are too many. */
async function heightsIn(
  { from, to }: { readonly from: number; readonly to: number },
  last: number,
  timeOf: (height: number) => Promise<number>,
): Promise<readonly number[]> {
  if (last === 0) return [];
  const first = await firstAt(from, last, timeOf);
  const end = await firstAt(to, last, timeOf);
  return end - first < MOST_BLOCKS
    ? Array.from({ length: end - first + 1 }, (_, index) => first + index)
    : [];
}

/** The first height whose block is not before a time, or the last one. */
async function firstAt(
  timeUs: number,
  last: number,
  timeOf: (height: number) => Promise<number>,
): Promise<number> {
  let [low, high] = [1, last];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((await timeOf(middle)) >= timeUs) high = middle;
    else low = middle + 1;
  }
  return low;
}
