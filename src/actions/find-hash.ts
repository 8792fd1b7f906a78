import type { Client, Target } from "../client/index.js";
import { readBlockTarget } from "../client/block-target.js";
import { ChainError } from "../codec/chain-error.js";
import { isTimeHashPart, onlyHash, readHashPart } from "../codec/hash-part.js";
import { TIME_LENGTH, timeHashToTime } from "../codec/hash.js";
import { transactionUnknown } from "../records/errors.js";
import { isTimeHash } from "../records/fields.js";
import { firstBlockAt, firstHeight } from "../replay/first-height.js";
import * as errors from "./errors.js";

/** Hashes of transactions and blocks, of which users may give the first characters: they begin with a time. */

/** The most blocks that are read to find a hash. */
const MOST_BLOCKS = 256;

/**
 * The hash of a transaction, whole or the part that a user gives. Throws `TRANSACTION_HASH`, `TRANSACTION_UNKNOWN`,
 * `HASH_AMBIGUOUS`, or `HASH_SHORT` when too many blocks may hold it.
 */
export async function findTransactionHash(client: Client, given: string): Promise<string> {
  if (isTimeHash(given)) return given;
  if (readHashPart(given) === null)
    throw errors.transactionHashInvalid({ hash: given, characters: given.length });
  // The pool is read before the chain: a transaction that leaves it meanwhile is found in the chain.
  const hashes = new Set(await pooledHashes(client));
  const chain = { last: await client.blockCount(), timeOf: mainTime(client) };
  for (const height of await heightsOf(given, chain)) {
    const block = await client.getBlock(height);
    for (const { hash } of block?.transactions ?? []) hashes.add(hash);
  }
  const found = onlyHash(given, hashes);
  if (found === null) throw transactionUnknown({ hash: given });
  return found;
}

/**
 * The block that a user names: as `readBlockTarget` reads it, or by part of its blockhash. Throws `BLOCK_TARGET`,
 * `BLOCK_UNKNOWN`, `HASH_AMBIGUOUS` or `HASH_SHORT`.
 */
export async function findBlockTarget(
  client: Client,
  given: unknown,
  { isResource = false } = {},
): Promise<Target | undefined> {
  if (typeof given !== "string" || isTimeHash(given) || !isTimeHashPart(given)) return readBlockTarget(given);
  const chain = {
    last: await (isResource ? client.resourceBlockCount() : client.blockCount()),
    timeOf: isResource ? resourceTime(client) : mainTime(client),
  };
  const hashes: string[] = [];
  for (const height of await heightsOf(given, chain)) {
    const block = await (isResource
      ? client.getResourceBlockSummary(height)
      : client.getBlockSummary(height));
    if (block !== null) hashes.push(block.blockhash);
  }
  const found = onlyHash(given, hashes);
  if (found === null) throw errors.blockUnknown({ block: given });
  return found;
}

type TimeOf = (height: number) => Promise<number | undefined>;

function mainTime(client: Client): TimeOf {
  return async (height) => (await client.getBlockSummary(height))?.s_timestamp;
}

function resourceTime(client: Client): TimeOf {
  return async (height) => (await client.getResourceBlockSummary(height))?.timestamp;
}

/** The heights of the blocks that may hold, or have, a hash with this beginning (PROTOCOL 5.5, 8.6, 10.2). */
async function heightsOf(
  part: string,
  { last, timeOf }: { readonly last: number; readonly timeOf: TimeOf },
): Promise<readonly number[]> {
  const { head = "" } = readHashPart(part) ?? {};
  if (last === 0) return [];
  const firstAt = (timestampUs: number): Promise<number> =>
    firstHeight(1, last, async (height) => ((await timeOf(height)) ?? 0) >= timestampUs);
  const from = await firstAt(timeHashToTime(head.padEnd(TIME_LENGTH, "0")));
  const to = await firstAt(timeHashToTime(head.padEnd(TIME_LENGTH, "f")));
  const blocks = to - from + 1;
  if (blocks > MOST_BLOCKS) throw errors.hashTooShort({ part, blocks });
  return Array.from({ length: blocks }, (_, index) => from + index);
}

/** The height of the only block that can hold a transaction, which a block holds. */
export async function heightOfTransaction(client: Client, hash: string): Promise<number> {
  return firstBlockAt(
    (height) => client.getBlockSummary(height),
    timeHashToTime(hash),
    await client.blockCount(),
  );
}

/** The hashes of the transactions in the node's pool; empty for a stopped node. */
export async function pooledHashes(client: Client): Promise<ReadonlySet<string>> {
  try {
    return new Set((await client.broadcast()).transactions.keys());
  } catch (error) {
    if (error instanceof ChainError && error.code === "NODE_NOT_RUNNING") return new Set();
    throw error;
  }
}
