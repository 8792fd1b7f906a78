import { ChainError } from "../codec/chain-error.js";
import type { Ledger } from "../ledger/ledger.js";
import { refreshTransaction, type PreparedTransaction } from "../ledger/prepared-transaction.js";
import { forEachSliced } from "../ledger/yield-to-loop.js";
import { MAX_BLOCK_SIZE, MAX_BLOCK_TRANSACTIONS } from "../records/limits.js";
import { WORK_LIMIT } from "../vm/machine.js";
import { addLoads, BLOCK_ROOM, fitsInto, loadOf, NO_LOAD } from "./block-room.js";
import type { TransactionPool } from "./transaction-pool.js";

export interface CandidateSource {
  readonly pool: TransactionPool;
  /** The codes in force, and where they run. */
  readonly ledger: Pick<Ledger, "registry" | "runners">;
  /** Told of each transaction that leaves the pool here, and why. */
  readonly onDropped?: (hash: string, reason: string) => void;
}

/**
 * What a validator that does not decide proposes: all transactions up to a time, as far as a block holds them, the oldest
 * first (PROTOCOL 15.2). In ascending order of hash, under the codes in force.
 */
export async function proposalCandidates(
  source: CandidateSource,
  latestUs: number,
): Promise<readonly PreparedTransaction[]> {
  const timely = source.pool.all().filter(({ transaction }) => transaction.timestamp <= latestUs);
  const fresh = await refreshInPool(source, fillBlock(timely.toSorted(byHash)), WORK_LIMIT);
  return fillBlock(fresh);
}

/**
 * Transactions of the pool under the codes in force now; what no longer fits them leaves the pool. Those that had to be
 * prepared again are kept there; once they have worked through the limit, the rest is left out.
 */
export async function refreshInPool(
  { pool, ledger: { registry, runners }, onDropped }: CandidateSource,
  transactions: readonly PreparedTransaction[],
  maxWork = Number.POSITIVE_INFINITY,
): Promise<readonly PreparedTransaction[]> {
  const preparing = { registry, runner: runners.blocks, maxWork: WORK_LIMIT };
  const fresh: PreparedTransaction[] = [];
  let work = 0;
  await forEachSliced(transactions, async (known) => {
    if (work >= maxWork) return;
    try {
      const prepared = await refreshTransaction(known, preparing);
      fresh.push(prepared);
      if (prepared === known) return;
      pool.replace(prepared);
      work += prepared.work;
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      pool.remove([known.transaction.hash]);
      onDropped?.(known.transaction.hash, error.message);
    }
  });
  return fresh;
}

/** Of these, the oldest that fit a block, in ascending hash order (PROTOCOL 4). */
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

/** Those that fit the room of a block of our own, the first ones first; one that does not is passed over. */
export function fillBlock(transactions: readonly PreparedTransaction[]): readonly PreparedTransaction[] {
  let load = NO_LOAD;
  return transactions.filter((prepared) => {
    const after = addLoads(load, loadOf(prepared));
    if (!fitsInto(after, BLOCK_ROOM)) return false;
    load = after;
    return true;
  });
}

/** The ascending order of hash is also that of age: a hash begins with its time. */
export function byHash(left: PreparedTransaction, right: PreparedTransaction): number {
  return left.transaction.hash < right.transaction.hash ? -1 : 1;
}
