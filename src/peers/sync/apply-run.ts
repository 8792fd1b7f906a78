import { Draft } from "../../ledger/draft.js";
import type { Ledger } from "../../ledger/ledger.js";
import { Turn } from "../../ledger/yield-to-loop.js";
import { applyBlock, type ApplyOptions } from "./apply-block.js";
import type { ChainBlock } from "./interleave.js";

export interface RunOptions extends Omit<ApplyOptions, "isTentative"> {
  /** Called for each block once it is stored. */
  readonly onStored: (block: ChainBlock) => void;
  /** Asked after each block, so that a stopping node waits for at most one long block. */
  readonly isStopped: () => boolean;
  /** How many characters of updates are held before they are stored; default: some megabytes. */
  readonly maxLength?: number;
}

/** How many blocks and transactions are executed before they are stored and before other tasks get a turn. */
const MAX_BLOCKS = 64;
const MAX_TRANSACTIONS = 1024;

/** Whether a run has its greatest length. A full block is in a run of its own. */
export function isRunFull(run: readonly ChainBlock[]): boolean {
  if (run.length >= MAX_BLOCKS) return true;
  return run.reduce((sum, next) => sum + transactionsOf(next), 0) >= MAX_TRANSACTIONS;
}

/**
 * Checks blocks on their tips, one after the other, and stores them together. When a block breaks a rule, the blocks
 * before it are stored and the error of the rule is thrown. Ends early when the node stops.
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

/** Returns how many blocks it stored. */
async function applyDraft(ledger: Ledger, run: readonly ChainBlock[], options: RunOptions): Promise<number> {
  const draft = new Draft(ledger, options.maxLength);
  await draft.readAhead(run.flatMap((next) => (next.chain === "main" ? [next.block] : [])));
  const applied: ChainBlock[] = [];
  // Work in memory never waits, so it has to yield to other tasks itself.
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
