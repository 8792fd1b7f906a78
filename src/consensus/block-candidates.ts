import { ChainError } from "../codec/chain-error.js";
import type { Ledger } from "../ledger/ledger.js";
import { refreshTransaction, type PreparedTransaction } from "../ledger/prepared-transaction.js";
import { forEachSliced } from "../base/yield-to-loop.js";
import { ofSubmission } from "../vm/machine.js";
import { MAX_BLOCK_SIZE, MAX_BLOCK_TRANSACTIONS } from "../records/limits.js";
import { addLoads, blockRoom, fitsInto, loadOf, NO_LOAD, roomOf, type Load } from "./block-room.js";
import type { TransactionPool } from "./transaction-pool.js";

export interface CandidateSource {
  readonly pool: TransactionPool;
  /** The registered codes, and the threads that run them. */
  readonly ledger: Pick<Ledger, "registry" | "runners" | "network">;
  /** Called for each transaction that leaves the pool here, with the reason. */
  readonly onDropped?: (hash: string, reason: string) => void;
}

/**
 * What a validator that does not decide proposes (PROTOCOL 9.4, 15.2): every transaction up to a time, the oldest
 * first, as far as they fit a block. In ascending order of hash, prepared for the codes of the tip.
 */
export async function proposalCandidates(
  source: CandidateSource,
  latestUs: number,
): Promise<readonly PreparedTransaction[]> {
  const timely = source.pool.all().filter(({ transaction }) => transaction.timestamp <= latestUs);
  const room = blockRoom(source.ledger.network);
  const fresh = await refreshInPool(source, fillBlock(timely.toSorted(byHash), room), room.work);
  return fillBlock(fresh, room);
}

/**
 * What a validator's chunk lists where blocks end early (PROTOCOL 16.9): every transaction up to a time, the oldest
 * first, also those that exceed the work of a block and the first that exceeds its bytes. They tell the voters where
 * the block ends. At most as many as a chunk may list. Ordered and prepared as by `proposalCandidates`.
 */
export async function listCandidates(
  source: CandidateSource,
  latestUs: number,
): Promise<readonly PreparedTransaction[]> {
  const timely = source.pool.all().filter(({ transaction }) => transaction.timestamp <= latestUs);
  const count = Math.min(fitBlock(timely).length + 1, MAX_BLOCK_TRANSACTIONS);
  const { work } = blockRoom(source.ledger.network);
  return refreshInPool(source, timely.toSorted(byHash).slice(0, count), work);
}

/**
 * Prepares transactions of the pool again when the codes have changed (PROTOCOL 6.6), and keeps the result in the pool.
 * A transaction that the new codes refuse leaves the pool. Stops at the work limit: the rest is left out.
 */
export async function refreshInPool(
  { pool, ledger: { registry, runners, network }, onDropped }: CandidateSource,
  transactions: readonly PreparedTransaction[],
  maxWork = Number.POSITIVE_INFINITY,
): Promise<readonly PreparedTransaction[]> {
  const preparing = { registry, runner: runners.blocks, budget: ofSubmission(network.workLimits.proposal) };
  const fresh: PreparedTransaction[] = [];
  let work = 0;
  await forEachSliced(transactions, async (known) => {
    if (work >= maxWork) return;
    try {
      const prepared = await refreshTransaction(known, preparing);
      fresh.push(prepared);
      if (prepared === known) return;
      pool.replace(prepared);
      work += roomOf(prepared);
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      pool.discard(known.transaction);
      onDropped?.(known.transaction.hash, error.message);
    }
  });
  return fresh;
}

/** The oldest of these that fit a block (PROTOCOL 4.3), in ascending order of hash. */
export function fitBlock(transactions: readonly PreparedTransaction[]): readonly PreparedTransaction[] {
  const chosen: PreparedTransaction[] = [];
  let bytes = 0;
  for (const prepared of transactions.toSorted(byHash)) {
    bytes += prepared.transaction.size;
    if (chosen.length === MAX_BLOCK_TRANSACTIONS || bytes > MAX_BLOCK_SIZE) break;
    chosen.push(prepared);
  }
  return chosen;
}

/** Takes transactions in order as long as they fit this node's block; skips those that do not. */
export function fillBlock(
  transactions: readonly PreparedTransaction[],
  room: Load,
): readonly PreparedTransaction[] {
  let load = NO_LOAD;
  return transactions.filter((prepared) => {
    const after = addLoads(load, loadOf(prepared));
    if (!fitsInto(after, room)) return false;
    load = after;
    return true;
  });
}

/** Ascending order of hash, which is also the order of age: a hash begins with its time (PROTOCOL 2.1). */
export function byHash(left: PreparedTransaction, right: PreparedTransaction): number {
  return left.transaction.hash < right.transaction.hash ? -1 : 1;
}
