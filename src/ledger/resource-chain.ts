import { ChainError } from "../codec/chain-error.js";
import { difficultyAt, difficultyGap } from "../records/difficulty.js";
import type { Network } from "../records/network.js";
import {
  assertResourceBlockInSteps,
  assertResourceBlockFollows,
  EMPTY_RESOURCE_PARENT,
  receiptsToText,
  type ResourceBlock,
} from "../records/resource-block.js";
import type { Store, StoredResourceBlock } from "../store/store.js";
import { FixedHeight, type FixedHeightStore } from "./fixed-height.js";
import { finishSliced } from "./yield-to-loop.js";
import { isMainBlockHere, isReceiptRoundHere } from "./named-main-block.js";

/** What it needs of a store. */
export type ResourceChainStore = Pick<
  Store,
  keyof FixedHeightStore | "mainBlockSummary" | "commitResourceBlock" | "undoResourceBlock"
>;

/**
 * The resource chain of a ledger (PROTOCOL 10): what its next block must be, and its blocks stored and taken back.
 * Whoever calls `commit` and `undo` does so one at a time.
 */
export class ResourceChain {
  readonly #store: ResourceChainStore;
  readonly #network: Network;
  readonly #fixed: FixedHeight;
  #tip: StoredResourceBlock | null;

  private constructor(
    store: ResourceChainStore,
    network: Network,
    fixed: FixedHeight,
    tip: StoredResourceBlock | null,
  ) {
    this.#store = store;
    this.#network = network;
    this.#fixed = fixed;
    this.#tip = tip;
  }

  /** The resource chain of a store as it was left. */
  static async open(store: ResourceChainStore, network: Network): Promise<ResourceChain> {
    const fixed = await FixedHeight.open(store, network);
    return new ResourceChain(store, network, fixed, await store.lastResourceBlock());
  }

  /** The same chain in a store that goes on from its last block; there it must be committed to tentatively. */
  over(store: ResourceChainStore): ResourceChain {
    return new ResourceChain(store, this.#network, this.#fixed, this.#tip);
  }

  /** The last resource block, null before the first. */
  get tip(): StoredResourceBlock | null {
    return this.#tip;
  }

  /** The height up to which no resource block is undone any more; 0 while there is none. */
  get fixedHeight(): number {
    return this.#fixed.height;
  }

  /** The height of the last main block that is not undone any more: the one that the fixed resource block names. */
  get fixedMainHeight(): number {
    return this.#fixed.mainHeight;
  }

  /** Moves the fixed height up to where it is now, and answers it. */
  async fix(nowUs: number): Promise<number> {
    await this.#fixed.advance(this.#tip?.height ?? 0, nowUs);
    return this.fixedHeight;
  }

  /** Lets blocks above a height be undone that are fixed: nobody else's chain follows (PROTOCOL 10). */
  unfix(height: number): Promise<void> {
    return this.#fixed.retreat(height);
  }

  /** The difficulty that the block after the tip must have. */
  async nextDifficulty(): Promise<string> {
    const { constants } = this.#network;
    const height = (this.#tip?.height ?? 0) + 1;
    const gap = difficultyGap(height, constants);
    const gapUs = gap === null ? 0 : (await this.#timestampAt(gap.to)) - (await this.#timestampAt(gap.from));
    return difficultyAt(height, this.#tip?.difficulty ?? "", gapUs, constants);
  }

  /**
   * Checks a block on the tip, its receipts and proof of work included, and stores it; throws the first rule it breaks.
   * A tentative block may be taken back whatever comes after it: it does not move the fixed height.
   */
  async commit(block: ResourceBlock, nowUs: number, { isTentative = false } = {}): Promise<void> {
    assertResourceBlockFollows(block, {
      parent: this.#tip ?? EMPTY_RESOURCE_PARENT,
      difficulty: await this.nextDifficulty(),
      now: nowUs,
      network: this.#network,
    });
    await this.#assertNamedBlocksHere(block);
    await finishSliced(assertResourceBlockInSteps(block));
    const stored = { ...block, receipts: receiptsToText(block.receipts), receipt_count: block.receipts.size };
    await this.#store.commitResourceBlock(stored);
    this.#tip = stored;
    if (!isTentative) await this.fix(nowUs);
  }

  /** Goes on to a block that was committed elsewhere and has been stored. */
  follow(stored: StoredResourceBlock): void {
    this.#tip = stored;
  }

  /** Takes the last resource block back. Throws `BLOCK_FIXED` at the fixed height. */
  async undo(): Promise<void> {
    if (this.#tip === null) throw new ChainError("BLOCK_MISSING", "There is no resource block to undo. ");
    if (this.#tip.height <= this.fixedHeight) {
      throw new ChainError("BLOCK_FIXED", `Resource block ${this.#tip.height} is fixed. `);
    }
    await this.#store.undoResourceBlock(this.#tip.height);
    this.#tip = await this.#store.lastResourceBlock();
  }

  async #assertNamedBlocksHere(block: ResourceBlock): Promise<void> {
    if (!(await isMainBlockHere(this.#store, block))) {
      throw new ChainError(
        "RESOURCE_BLOCK_MAIN",
        `Resource block ${block.height} names a main block that is not here. `,
      );
    }
    for (const receipt of block.receipts.values()) {
      if (await isReceiptRoundHere(this.#store, receipt, block.main_height)) continue;
      throw new ChainError(
        "RECEIPT_ROUND",
        `A receipt of resource block ${block.height} names a main block that is not here. `,
      );
    }
  }

  async #timestampAt(height: number): Promise<number> {
    return (await this.#store.resourceBlock({ height }))?.timestamp ?? 0;
  }
}
