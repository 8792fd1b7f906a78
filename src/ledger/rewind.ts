import type { ImportOptions } from "./import/import-chain.js";
import type { Ledger } from "./ledger.js";
import * as errors from "./errors.js";

export interface RewindOptions {
  /** Also undoes fixed blocks, which no other node of the network does (PROTOCOL 10.10). */
  readonly isForced: boolean;
  readonly onBlock?: NonNullable<ImportOptions["onBlock"]>;
}

/**
 * Undoes blocks until a main height is the last: first the resource blocks that name a later main block, then the main
 * blocks. Each block is undone by itself, so the rewind can stop between any two and be run again. Throws
 * `REWIND_HEIGHT` when the chain is not that high, and `REWIND_FIXED`, before it undoes any block, when a fixed one
 * would have to go.
 */
export async function rewindTo(
  ledger: Ledger,
  height: number,
  { isForced, onBlock }: RewindOptions,
): Promise<void> {
  const { resourceChain } = ledger;
  if (height > ledger.tip.height) throw errors.rewindHeight({ height, last: ledger.tip.height });
  const fixed_main_height = resourceChain.fixedMainHeight;
  if (height < fixed_main_height && !isForced) throw errors.rewindFixed({ height, fixed_main_height });
  for (let tip = resourceChain.tip; tip !== null && tip.main_height > height; tip = resourceChain.tip) {
    await resourceChain.unfix(tip.height - 1);
    await resourceChain.undo();
    onBlock?.("resource", tip.height, 0);
  }
  while (ledger.tip.height > height) {
    const { height: undone, transaction_count } = ledger.tip;
    await ledger.undo();
    onBlock?.("main", undone, transaction_count);
  }
}
