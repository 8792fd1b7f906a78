import { parseJsonInSteps } from "../../codec/parse-json.js";
import type { ApplyOptions } from "../../ledger/apply/apply-batch.js";
import { applyBlocks } from "../../ledger/apply/apply-blocks.js";
import type { Ledger } from "../../ledger/ledger.js";
import type { Verdict } from "../../ledger/signatures/signatures-ahead.js";
import { finishSliced } from "../../base/yield-to-loop.js";
import { mainBlockToText, readMainBlockInSteps, type MainBlock } from "../../records/main-block.js";
import {
  resourceBlockToText,
  readResourceBlockInSteps,
  type ResourceBlock,
} from "../../records/resource-block.js";
import type { SignedTransaction } from "../../records/transaction.js";
import { branchInOrder, type Branch } from "./branch.js";
import type { CommonBlocks } from "./common-blocks.js";

/**
 * Takes a peer's branch, which `BranchCheck` has passed, in place of this node's (PROTOCOL 11.3, 11.4), and returns the
 * transactions that only this node's had. If the branch still breaks a rule or the disk fails, restores this node's
 * blocks and throws that error (PROTOCOL 11.5). The fixed height moves only when the whole branch stands.
 */
export async function switchChains(
  ledger: Ledger,
  { common, theirs }: { readonly common: CommonBlocks; readonly theirs: Branch },
  options: ApplyOptions,
): Promise<readonly SignedTransaction[]> {
  const ours = await branchAbove(ledger, common);
  try {
    await undoTo(ledger, common);
    await applyBranch(ledger, theirs, options);
  } catch (error) {
    await restore(ledger, { common, ours }, options);
    throw error;
  }
  await ledger.resourceChain.fix(options.nowUs());
  const kept = new Set(transactionsOf(theirs).map(({ hash }) => hash));
  return transactionsOf(ours).filter(({ hash }) => !kept.has(hash));
}

const VERIFIED_BEFORE: Verdict = { isVerified: () => true, isEntryVerified: () => true };

function transactionsOf({ main }: Branch): readonly SignedTransaction[] {
  return main.flatMap(({ transactions }) => transactions);
}

async function branchAbove({ store, tip, resourceChain }: Ledger, common: CommonBlocks): Promise<Branch> {
  const main: MainBlock[] = [];
  for await (const stored of store.streamMainBlocks(common.main + 1, tip.height)) {
    const value = await finishSliced(parseJsonInSteps(mainBlockToText(stored)));
    main.push(await finishSliced(readMainBlockInSteps(value)));
  }
  const resource = await store.resourceBlocks(common.resource + 1, resourceChain.tip?.height ?? 0);
  const ours: ResourceBlock[] = [];
  for (const stored of resource) {
    const value = await finishSliced(parseJsonInSteps(resourceBlockToText(stored)));
    ours.push(await finishSliced(readResourceBlockInSteps(value)));
  }
  return { main, resource: ours };
}

/** Undoes resource blocks first: if the process dies in between, no resource block names a missing main block. */
async function undoTo(ledger: Ledger, common: CommonBlocks): Promise<void> {
  while ((ledger.resourceChain.tip?.height ?? 0) > common.resource) await ledger.undoResourceBlock();
  while (ledger.tip.height > common.main) await ledger.undo();
}

/** Restores this node's blocks, after the last one that still stands. */
async function restore(
  ledger: Ledger,
  { common, ours }: { readonly common: CommonBlocks; readonly ours: Branch },
  options: ApplyOptions,
): Promise<void> {
  const { resourceChain } = ledger;
  const isOurs = (chain: keyof Branch, height: number, blockhash: string): boolean =>
    ours[chain][height - common[chain] - 1]?.blockhash === blockhash;
  for (let tip = resourceChain.tip; tip !== null && tip.height > common.resource; tip = resourceChain.tip) {
    if (isOurs("resource", tip.height, tip.blockhash)) break;
    await ledger.undoResourceBlock();
  }
  while (ledger.tip.height > common.main && !isOurs("main", ledger.tip.height, ledger.tip.blockhash)) {
    await ledger.undo();
  }
  const rest: Branch = {
    main: ours.main.slice(ledger.tip.height - common.main),
    resource: ours.resource.slice((resourceChain.tip?.height ?? 0) - common.resource),
  };
  await applyBranch(ledger, rest, {
    ...options,
    signatures: { of: async () => VERIFIED_BEFORE },
    // They were taken before.
    isLive: false,
  });
}

async function applyBranch(ledger: Ledger, branch: Branch, options: ApplyOptions): Promise<void> {
  const blocks = branchInOrder(branch, ledger.tip.height);
  await applyBlocks(ledger, blocks, { ...options, isTentative: true });
}
