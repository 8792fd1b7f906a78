import { ChainError } from "../../codec/chain-error.js";
import type { MainBlock } from "../../records/main-block.js";
import type { ResourceBlock } from "../../records/resource-block.js";
import type { Ledger } from "../ledger.js";
import { INLINE_VERIFIER, type SignatureVerifier } from "../signatures/signature-verifier.js";
import { verifiedAhead } from "../signatures/verified-ahead.js";
import { verifyMainBlock } from "../verify-block.js";
import { atBlock, type ChainName } from "./placed.js";

export interface ImportOptions {
  readonly nowUs: number;
  /** Verifies signatures while the blocks before are executed. */
  readonly verifier?: SignatureVerifier;
  /** Called after each block, those that were here before included. */
  readonly onBlock?: (chain: ChainName, height: number, transactions: number) => void;
}

/**
 * Applies two recorded chains that belong together, each in order of height, with full validation. A resource block is
 * taken as soon as the main block it names is there: main blocks ask for validators, who come from resource blocks.
 *
 * Blocks that are here already are passed over, so that an import that was interrupted can be run again. Throws what
 * the first wrong block breaks, with its chain and height in the details, or `IMPORT_FORK`.
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
        const isVerified = (): boolean => areSigned;
        await ledger.commit(await verifyMainBlock(ledger, block, { nowUs, isVerified }), block.seal);
      });
      onBlock?.("main", block.height, block.transactions.length);
    }
    await applyResourceBlocks();
    // One that names a main block beyond the last is refused for it.
    if (resource.done !== true) await applyResourceBlock(resource.value);
  } finally {
    // Its file is open yet when a block before its end is refused.
    await resources.return?.();
  }
}

/** Whether a block is here already. Throws `IMPORT_FORK` when another one of its height is. */
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
