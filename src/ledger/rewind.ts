import type { ImportOptions } from "./import/import-chain.js";
import type { MainBlockSummary, StoredResourceBlock } from "../store/store.js";
import type { Ledger } from "./ledger.js";
import { assertStateKept } from "../store/pruned.js";
import * as errors from "./errors.js";

export interface RewindOptions {
  /** Also undoes fixed blocks, which no other node of the network does (PROTOCOL 10.10). */
  readonly isForced: boolean;
  /** Resource blocks dated after this time (µs) are undone too, whichever main block they name. Default: none are. */
  readonly latestUs?: number;
  readonly onBlock?: NonNullable<ImportOptions["onBlock"]>;
}

/**
 * Undoes blocks until a main height is the last: first the resource blocks that name a later main block, then the main
 * blocks. Each block is undone by itself, so the rewind can stop between any two and be run again. Throws
 * `REWIND_HEIGHT` when the chain is not that high, and `REWIND_FIXED` or `PRUNED`, before it undoes any block, when a fixed one
 * would have to go, or when the state at the height is gone.
 */
export async function rewindTo(
  ledger: Ledger,
  height: number,
  { isForced, latestUs = Infinity, onBlock }: RewindOptions,
): Promise<void> {
  const { resourceChain } = ledger;
  if (height > ledger.tip.height) throw errors.rewindHeight({ height, last: ledger.tip.height });
  const fixed_main_height = resourceChain.fixedMainHeight;
  if (height < fixed_main_height && !isForced) throw errors.rewindFixed({ height, fixed_main_height });
  await assertStateKept(ledger.store, height);
  const isAbove = (tip: StoredResourceBlock): boolean => tip.main_height > height || tip.timestamp > latestUs;
  for (let { tip } = resourceChain; tip !== null && isAbove(tip); { tip } = resourceChain) {
    await resourceChain.unfix(tip.height - 1);
    await ledger.undoResourceBlock();
    onBlock?.("resource", tip.height, 0);
  }
  while (ledger.tip.height > height) {
    const { height: undone, transaction_count } = ledger.tip;
    await ledger.undo();
    onBlock?.("main", undone, transaction_count);
  }
}

/** The height of the last main block that is dated at or before a time, µs; 0 when none is. */
export async function lastHeightUpTo({ tip, store }: Ledger, timeUs: number): Promise<number> {
  let block: Pick<MainBlockSummary, "height" | "s_timestamp"> | null = tip;
  while (block !== null && block.height > 0 && block.s_timestamp > timeUs)
    block = await store.mainBlockSummary({ height: block.height - 1 });
  return block?.height ?? 0;
}
