import type { MainBlock } from "../records/main-block.js";
import type { ResourceBlock } from "../records/resource-block.js";
import type { SignedTransaction } from "../records/transaction.js";
import type { Ledger } from "./ledger.js";
import { verifyMainBlock } from "./verify-block.js";

export interface ImportOptions {
  readonly nowUs: number;
  readonly isVerified?: (transaction: SignedTransaction) => boolean;
  /** Called after each block. */
  readonly onBlock?: (chain: "main" | "resource", height: number) => void;
}

/**
 * Applies two recorded chains that belong together, each in order of height, with full validation. A resource block is
 * taken as soon as the main block it names is there: main blocks ask for validators, who come from resource blocks.
 */
export async function importChains(
  ledger: Ledger,
  mainBlocks: AsyncIterable<MainBlock>,
  resourceBlocks: AsyncIterable<ResourceBlock>,
  options: ImportOptions,
): Promise<void> {
  const resources = resourceBlocks[Symbol.asyncIterator]();
  let resource = await resources.next();
  const applyResourceBlocks = async (): Promise<void> => {
    while (resource.done !== true && resource.value.main_height <= ledger.tip.height) {
      await ledger.resourceChain.commit(resource.value, options.nowUs);
      options.onBlock?.("resource", resource.value.height);
      resource = await resources.next();
    }
  };
  for await (const block of mainBlocks) {
    await applyResourceBlocks();
    await ledger.commit(await verifyMainBlock(ledger, block, options), block.seal);
    options.onBlock?.("main", block.height);
  }
  await applyResourceBlocks();
  if (resource.done !== true) await ledger.resourceChain.commit(resource.value, options.nowUs);
}
