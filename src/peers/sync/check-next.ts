import type { BranchCheck } from "../../ledger/branch-check.js";
import { refusing, type ApplyOptions } from "./apply-block.js";
import type { ChainBlock } from "./interleave.js";

/**
 * Checks everything about a branch's next block that needs no execution. Throws the error of the first rule it breaks.
 */
export function checkNext(check: BranchCheck, next: ChainBlock, options: ApplyOptions): Promise<void> {
  const { nowUs, verdict, isEntryVerified = () => false } = options;
  return refusing(next, options, async () => {
    if (next.chain === "resource") await check.takeResource(next.block, nowUs);
    else await check.takeMain(next.block, { nowUs, isVerified: await verdict(next.block), isEntryVerified });
  });
}
