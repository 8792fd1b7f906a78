import { ChainError } from "../codec/chain-error.js";
import { difficultyAt, difficultyGap } from "../records/difficulty.js";
import type { Network } from "../records/network.js";
import {
  assertResourceBlock,
  assertResourceBlockFollows,
  EMPTY_RESOURCE_PARENT,
  receiptsToText,
  type ResourceBlock,
} from "../records/resource-block.js";
import type { Store, StoredResourceBlock } from "../store/store.js";

/**
 * The resource chain of a ledger (PROTOCOL 10): what its next block must be, and its blocks stored and taken back.
 * Whoever calls `commit` and `undo` does so one at a time.
 */
export class ResourceChain {
  readonly #store: Store;
  readonly #network: Network;
  #tip: StoredResourceBlock | null;

  constructor(store: Store, network: Network, tip: StoredResourceBlock | null) {
    this.#store = store;
    this.#network = network;
    this.#tip = tip;
  }

  /** The last resource block, null before the first. */
  get tip(): StoredResourceBlock | null {
    return this.#tip;
  }

  /** The difficulty that the block after the tip must have. */
  async nextDifficulty(): Promise<string> {
    const { constants } = this.#network;
    const height = (this.#tip?.height ?? 0) + 1;
    const gap = difficultyGap(height, constants);
    const gapUs = gap === null ? 0 : (await this.#timestampAt(gap.to)) - (await this.#timestampAt(gap.from));
    return difficultyAt(height, this.#tip?.difficulty ?? "", gapUs, constants);
  }

  /** Checks a block on the tip, its receipts and proof of work included, and stores it; throws the first rule it breaks. */
  async commit(block: ResourceBlock, nowUs: number): Promise<void> {
    assertResourceBlockFollows(block, {
      parent: this.#tip ?? EMPTY_RESOURCE_PARENT,
      difficulty: await this.nextDifficulty(),
      now: nowUs,
      network: this.#network,
    });
    const named = await this.#store.mainBlockSummary({ height: block.main_height });
    if (named?.blockhash !== block.main_blockhash) {
      throw new ChainError(
        "RESOURCE_BLOCK_MAIN",
        `Resource block ${block.height} names a main block that is not here. `,
      );
    }
    assertResourceBlock(block);
    const stored = { ...block, receipts: receiptsToText(block.receipts), receipt_count: block.receipts.size };
    await this.#store.commitResourceBlock(stored);
    this.#tip = stored;
  }

  /** Takes the last resource block back. */
  async undo(): Promise<void> {
    if (this.#tip === null) throw new ChainError("BLOCK_MISSING", "There is no resource block to undo. ");
    await this.#store.undoResourceBlock(this.#tip.height);
    this.#tip = await this.#store.lastResourceBlock();
  }

  async #timestampAt(height: number): Promise<number> {
    return (await this.#store.resourceBlock({ height }))?.timestamp ?? 0;
  }
}
