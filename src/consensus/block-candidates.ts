import { ChainError } from "../codec/chain-error.js";
import type { Ledger } from "../ledger/ledger.js";
import { refreshTransaction, type PreparedTransaction } from "../ledger/prepared-transaction.js";
import { forEachSliced } from "../ledger/yield-to-loop.js";
import { MAX_BLOCK_SIZE, MAX_BLOCK_TRANSACTIONS } from "../records/limits.js";
import { MAX_TRANSACTION_WORK } from "../vm/machine.js";
import type { TransactionPool } from "./transaction-pool.js";

/**
 * How many characters the transactions that a validator proposes may work through together: five full blocks of
 * transfers. What others propose, and their blocks, are taken whole (docs/adr/0009-work.md).
 */
export const MAX_PROPOSED_WORK = MAX_TRANSACTION_WORK;

export interface CandidateSource {
  readonly pool: TransactionPool;
  /** The codes in force, and where they run. */
  readonly ledger: Pick<Ledger, "registry" | "runners">;
  /** Told of each transaction that leaves the pool here, and why. */
  readonly onDropped?: (hash: string, reason: string) => void;
}

/** What a validator may propose now. */
export interface Candidates {
  /** In ascending order of hash, under the codes in force. */
  readonly transactions: readonly PreparedTransaction[];
  /** Whether one more would find no room. */
  readonly isFull: boolean;
}

/** The oldest transactions up to a time that a validator may propose. */
export async function proposalCandidates(source: CandidateSource, latestUs: number): Promise<Candidates> {
  const timely = source.pool.all().filter(({ transaction }) => transaction.timestamp <= latestUs);
  const fresh = await refreshInPool(source, cheapest(timely), MAX_PROPOSED_WORK);
  const transactions = fitBlock(cheapest(fresh));
  const isFull = transactions.length === MAX_BLOCK_TRANSACTIONS || transactions.length < fresh.length;
  return { transactions, isFull };
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
  const preparing = { registry, runner: runners.blocks, maxWork: MAX_TRANSACTION_WORK };
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

/** All, unless they work through too much: then the most expensive give way, for they could crowd out everyone else. */
function cheapest(transactions: readonly PreparedTransaction[]): readonly PreparedTransaction[] {
  let work = transactions.reduce((sum, prepared) => sum + prepared.work, 0);
  if (work <= MAX_PROPOSED_WORK) return transactions;
  const chosen = transactions.toSorted((left, right) => left.work - right.work || byHash(left, right));
  while (work > MAX_PROPOSED_WORK) work -= chosen.pop()?.work ?? work;
  return chosen;
}

function byHash(left: PreparedTransaction, right: PreparedTransaction): number {
  return left.transaction.hash < right.transaction.hash ? -1 : 1;
}
