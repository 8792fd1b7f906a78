import { BranchCheck } from "../ledger/branch-check.js";
import type { Ledger } from "../ledger/ledger.js";
import { refusing, type ApplyOptions } from "./apply-block.js";
import { branchInOrder, type Branch } from "./branch.js";
import type { CommonBlocks } from "./common-blocks.js";

/** Checks all of a branch that can be checked without executing it. Throws the first rule it breaks. */
export async function checkBranch(
  ledger: Ledger,
  common: CommonBlocks,
  theirs: Branch,
  options: ApplyOptions,
): Promise<void> {
  const check = await BranchCheck.open(ledger, common);
  for await (const next of branchInOrder(theirs, common.main)) {
    await refusing(next, options, async () => {
      if (next.chain === "resource") return check.takeResource(next.block, options.nowUs);
      const isVerified = await options.verdict(next.block);
      const { nowUs, isEntryVerified = () => false } = options;
      return check.takeMain(next.block, { nowUs, isVerified, isEntryVerified });
    });
  }
}
