import type { Client, Target } from "../client/index.js";
import { readBlockTarget } from "../client/block-target.js";
import { instead } from "../codec/chain-error.js";
import {
  isPartOf,
  isTimeHashPart,
  MOST_LISTED,
  onlyHash,
  readHashPart,
  type HashPart,
} from "../codec/hash-part.js";
import { TIME_LENGTH, timeHashToTime } from "../codec/hash.js";
import { transactionUnknown } from "../records/errors.js";
import { isTimeHash } from "../records/fields.js";
import { firstBlockAt, firstHeight } from "../replay/first-height.js";
import * as errors from "./errors.js";

/** Hashes of transactions and blocks, of which users may give the first characters: they begin with a time. */

/** The most blocks that are read to find a hash by its beginning and its end. */
const MOST_BLOCKS = 256;

/**
 * The hash of a transaction, whole or the part that a user gives. Throws `TRANSACTION_HASH`, `TRANSACTION_UNKNOWN`,
 * `HASH_AMBIGUOUS`, or `HASH_SHORT` when too many blocks may hold one with this beginning and end.
 */
export async function findTransactionHash(client: Client, given: string): Promise<string> {
  if (isTimeHash(given)) return given;
  const part = readHashPart(given);
  if (part === null) throw errors.transactionHashInvalid({ hash: given, characters: given.length });
  // The pool is read before the chain: a transaction that leaves it meanwhile is found in the chain.
  const pooled = await pooledHashes(client);
  const held = await fittingHashes(part, {
    ...(await mainChain(client)),
    hashesAt: async (height) => (await client.getBlock(height))?.transactions.map(({ hash }) => hash) ?? [],
  });
  const found = onlyHash(given, [...pooled, ...held]);
  if (found === null) throw transactionUnknown({ hash: given });
  return found;
}

/** The block that a user names, also by part of its hash. Throws `BLOCK_TARGET`, `BLOCK_UNKNOWN` and as `onlyHash` does. */
export async function findBlockTarget(
  client: Client,
  given: unknown,
  { isResource = false } = {},
): Promise<Target | undefined> {
  if (typeof given !== "string" || isTimeHash(given) || !isTimeHashPart(given)) return readBlockTarget(given);
  const part = readHashPart(given);
  const chain = await (isResource ? resourceChain(client) : mainChain(client));
  const found = part === null ? null : onlyHash(given, await fittingHashes(part, chain));
  if (found === null) throw errors.blockUnknown({ block: given });
  return found;
}

/** Blocks whose hashes, or those of their transactions, begin with their times (PROTOCOL 5.5, 8.6, 10.2). */
interface HashedChain {
  readonly last: number;
  readonly timeAt: (height: number) => Promise<number | undefined>;
  readonly hashesAt: (height: number) => Promise<readonly string[]>;
}

async function mainChain(client: Client): Promise<HashedChain> {
  return {
    last: await client.blockCount(),
    timeAt: async (height) => (await client.getBlockSummary(height))?.s_timestamp,
    hashesAt: async (height) => [(await client.getBlockSummary(height))?.blockhash ?? ""],
  };
}

async function resourceChain(client: Client): Promise<HashedChain> {
  return {
    last: await client.resourceBlockCount(),
    timeAt: async (height) => (await client.getResourceBlockSummary(height))?.timestamp,
    hashesAt: async (height) => [(await client.getResourceBlockSummary(height))?.blockhash ?? ""],
  };
}

/**
 * The hashes of a chain that fit, or some of them when more fit than an error lists. Two binary searches find the blocks
 * of the time with which the hash begins. All but the first and the last of them hold a hash with this beginning, so
 * that many blocks are read only for one that must also fit at its end. Throws `HASH_SHORT` when those are too many.
 */
async function fittingHashes(
  part: HashPart,
  { last, timeAt, hashesAt }: HashedChain,
): Promise<readonly string[]> {
  const firstAt = (low: number, digit: string): Promise<number> => {
    const timeUs = timeHashToTime(part.head.padEnd(TIME_LENGTH, digit));
    return firstHeight(low, last, async (height) => ((await timeAt(height)) ?? 0) >= timeUs);
  };
  const from = last === 0 ? 1 : await firstAt(1, "0");
  const to = last === 0 ? 0 : await firstAt(from, "f");
  const fitting: string[] = [];
  for (let height = from; height <= to && fitting.length <= MOST_LISTED; height += 1) {
    if (height - from === MOST_BLOCKS)
      throw errors.hashTooShort({ part: part.head, end: part.tail, blocks: to - from + 1 });
    fitting.push(...(await hashesAt(height)).filter((hash) => isPartOf(part, hash)));
  }
  return fitting;
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
  const told = await client.broadcast().catch(instead(null, "NODE_NOT_RUNNING"));
  return new Set(told?.transactions.keys());
}
