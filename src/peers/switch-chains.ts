import { parseJson } from "../codec/parse-json.js";
import type { Ledger } from "../ledger/ledger.js";
import { mainBlockToText } from "../records/main-block-text.js";
import { readMainBlock, type MainBlock } from "../records/main-block.js";
import { resourceBlockToText } from "../records/resource-block-text.js";
import { readResourceBlock, type ResourceBlock } from "../records/resource-block.js";
import type { SignedTransaction } from "../records/transaction.js";
import { applyBlock, type ApplyOptions } from "./apply-block.js";
import type { CommonBlocks } from "./common-blocks.js";
import type { GivenBlock } from "./given-block.js";
import { interleave } from "./interleave.js";
import type { IsVerified } from "./signatures-ahead.js";

/** Blocks of both chains above those in common, each in order of height. */
export interface Branch {
  readonly main: readonly GivenBlock<MainBlock>[];
  readonly resource: readonly GivenBlock<ResourceBlock>[];
}

/**
 * Takes a peer's branch in place of ours (PROTOCOL 11), and answers the transactions that were committed in ours and
 * not in theirs. When theirs breaks a rule it is taken back, ours stands as it was, and what is thrown is the rule.
 * The fixed height moves only when the whole branch stands.
 */
export async function switchChains(
  ledger: Ledger,
  common: CommonBlocks,
  theirs: Branch,
  options: ApplyOptions,
): Promise<readonly SignedTransaction[]> {
  const ours = await branchAbove(ledger, common);
  await undoTo(ledger, common);
  try {
    await applyBranch(ledger, theirs, { ...options, isTentative: true });
  } catch (error) {
    await undoTo(ledger, common);
    await applyBranch(ledger, ours, { ...options, verdict: verifiedBefore, isTentative: true });
    throw error;
  }
  await ledger.resourceChain.fix(options.nowUs);
  const kept = new Set(transactionsOf(theirs).map(({ hash }) => hash));
  return transactionsOf(ours).filter(({ hash }) => !kept.has(hash));
}

async function verifiedBefore(): Promise<IsVerified> {
  return () => true;
}

function transactionsOf({ main }: Branch): readonly SignedTransaction[] {
  return main.flatMap(({ block }) => block.transactions);
}

async function branchAbove({ store, tip, resourceChain }: Ledger, common: CommonBlocks): Promise<Branch> {
  const main: GivenBlock<MainBlock>[] = [];
  for await (const block of store.streamMainBlocks(common.main + 1, tip.height))
    main.push({ block: readMainBlock(parseJson(mainBlockToText(block))), peer: null });
  const resource = await store.resourceBlocks(common.resource + 1, resourceChain.tip?.height ?? 0);
  return {
    main,
    resource: resource.map((block) => ({
      block: readResourceBlock(parseJson(resourceBlockToText(block))),
      peer: null,
    })),
  };
}

/** Resource blocks first: wherever a process dies, no block is left that names a main block which is gone. */
async function undoTo(ledger: Ledger, common: CommonBlocks): Promise<void> {
  while ((ledger.resourceChain.tip?.height ?? 0) > common.resource) await ledger.resourceChain.undo();
  while (ledger.tip.height > common.main) await ledger.undo();
}

async function applyBranch(ledger: Ledger, { main, resource }: Branch, options: ApplyOptions): Promise<void> {
  for await (const next of interleave(each(main), each(resource), ledger.tip.height))
    await applyBlock(ledger, next, options);
}

async function* each<Block>(blocks: readonly Block[]): AsyncGenerator<Block, void, undefined> {
  yield* blocks;
}
