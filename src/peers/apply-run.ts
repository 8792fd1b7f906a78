import { Draft } from "../ledger/draft.js";
import type { Ledger } from "../ledger/ledger.js";
import { Turn } from "../ledger/yield-to-loop.js";
import { applyBlock, type ApplyOptions } from "./apply-block.js";
import type { ChainBlock } from "./interleave.js";

export interface RunOptions extends Omit<ApplyOptions, "isTentative"> {
  /** Told of each block once it is stored. */
  readonly onStored: (block: ChainBlock) => void;
  /** Asked after each block: one that takes long is the last when the node stops. */
  readonly isStopped: () => boolean;
  /** Characters of updates that are held before they are stored; some megabytes when left out. */
  readonly maxLength?: number;
}

/** Blocks and transactions that are executed before they are stored, and while nobody else has a turn. */
const MAX_BLOCKS = 64;
const MAX_TRANSACTIONS = 1024;

/** Whether a run is as long as it may be: a full block is a run of its own. */
export function isRunFull(run: readonly ChainBlock[]): boolean {
  if (run.length >= MAX_BLOCKS) return true;
  return run.reduce((sum, next) => sum + transactionsOf(next), 0) >= MAX_TRANSACTIONS;
}

/**
 * Checks blocks on their tips, one after the other, and stores them together. When one breaks a rule, those before it are
 * stored, and the rule is thrown. Ends early when the node stops.
 */
export async function applyRun(
  ledger: Ledger,
  run: readonly ChainBlock[],
  options: RunOptions,
): Promise<void> {
  const [only] = run;
  if (run.length === 1 && only !== undefined) {
    await applyBlock(ledger, only, options);
    return options.onStored(only);
  }
  for (let rest = run; rest.length > 0 && !options.isStopped();)
    rest = rest.slice(await applyDraft(ledger, rest, options));
}

/** Answers how many blocks it stored. */
async function applyDraft(ledger: Ledger, run: readonly ChainBlock[], options: RunOptions): Promise<number> {
  const draft = new Draft(ledger, options.maxLength);
  await draft.readAhead(run.flatMap((next) => (next.chain === "main" ? [next.block] : [])));
  const applied: ChainBlock[] = [];
  // In memory nothing is waited for that would let others have their turn.
  const turn = new Turn();
  const store = async (): Promise<void> => {
    await draft.store(options.nowUs);
    applied.forEach(options.onStored);
  };
  try {
    for (const next of run) {
      await applyBlock(draft.ledger, next, { ...options, isTentative: true });
      applied.push(next);
      if (draft.isLong || options.isStopped()) break;
      if (turn.isOver) await turn.next();
    }
  } catch (error) {
    await store();
    throw error;
  }
  await store();
  return applied.length;
}

function transactionsOf(next: ChainBlock): number {
  return next.chain === "main" ? next.block.transactions.length : 0;
}
