import { ChainError } from "../../codec/chain-error.js";
import { TIMESTAMP_ERROR_US } from "../../records/limits.js";
import type { MainBlock } from "../../records/main-block.js";
import type { ResourceBlock } from "../../records/resource-block.js";
import type { Ledger } from "../ledger.js";
import { INLINE_VERIFIER, type SignatureVerifier } from "../signatures/signature-verifier.js";
import { verifiedAhead } from "../signatures/verified-ahead.js";
import { verifyMainBlock } from "../verify-block.js";
import { atBlock, type ChainName } from "./placed.js";

export interface ImportOptions {
  readonly nowUs: number;
  /** Verifies signatures while the preceding blocks are executed. */
  readonly verifier?: SignatureVerifier;
  /** Called after each block, including those that were already present. */
  readonly onBlock?: (chain: ChainName, height: number, transactions: number) => void;
}

/**
 * Applies two recorded chains that belong together, each in order of height, with full validation. A resource block is
 * applied as soon as the main block that it names is present: main blocks need validators, who come from resource
 * blocks.
 *
 * Blocks that are already present are skipped, so that an interrupted import can be run again. Throws for the first
 * rule that a block breaks, with its chain and height in the details, or `IMPORT_FORK`.
 */
export async function importChains(
  ledger: Ledger,
  mainBlocks: AsyncIterable<MainBlock>,
  resourceBlocks: AsyncIterable<ResourceBlock>,
  options: ImportOptions,
): Promise<void> {
  const { nowUs, onBlock } = options;
  const resources = resourceBlocks[Symbol.asyncIterator]();
  let resource = await resources.next();
  const applyResourceBlock = async (block: ResourceBlock): Promise<void> => {
    await atBlock("resource", block.height, async () => {
      if (await isHere(ledger, "resource", block)) return;
      await ledger.resourceChain.commit(block, nowUs);
    });
    onBlock?.("resource", block.height, 0);
    resource = await resources.next();
  };
  const applyResourceBlocks = async (): Promise<void> => {
    while (resource.done !== true && resource.value.main_height <= ledger.tip.height) {
      await applyResourceBlock(resource.value);
    }
  };
  try {
    for await (const { block, areSigned } of verifiedAhead(mainBlocks, options.verifier ?? INLINE_VERIFIER)) {
      await applyResourceBlocks();
      await atBlock("main", block.height, async () => {
        if (await isHere(ledger, "main", block)) return;
        // History is not used before its time, so what PROTOCOL 8.10 allows is taken at once.
        const verification = { nowUs: nowUs + TIMESTAMP_ERROR_US, isVerified: () => areSigned };
        await ledger.commit(await verifyMainBlock(ledger, block, verification), block.seal);
      });
      onBlock?.("main", block.height, block.transactions.length);
    }
    await applyResourceBlocks();
    // A block that names a main block beyond the last is refused here.
    if (resource.done !== true) await applyResourceBlock(resource.value);
  } finally {
    // The file is still open when a block before its end is refused.
    await resources.return?.();
  }
}

/** Whether a block is already present. Throws `IMPORT_FORK` when a different block has its height. */
async function isHere(
  { store, tip, resourceChain }: Ledger,
  chain: ChainName,
  { height, blockhash }: { readonly height: number; readonly blockhash: string },
): Promise<boolean> {
  const last = chain === "main" ? tip.height : (resourceChain.tip?.height ?? 0);
  if (height > last) return false;
  const ours = await (chain === "main"
    ? store.mainBlockSummary({ height })
    : store.resourceBlock({ height }));
  if (ours?.blockhash === blockhash) return true;
  throw new ChainError("IMPORT_FORK", "Another block of this height is here already. ", {
    advice: "These chains part below our tip: import into a data directory of its own.",
  });
}
