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
import { assertNotBackDated, type LivePlace } from "./back-dated.js";
import { FixedHeight, type FixedHeightStore } from "./fixed-height.js";
import { finishSliced } from "./yield-to-loop.js";
import { isMainBlockHere, isReceiptRoundHere } from "./named-main-block.js";
import * as errors from "./errors.js";

/** The part of a store that the resource chain needs. */
export type ResourceChainStore = Pick<
  Store,
  keyof FixedHeightStore | "mainBlockSummary" | "commitResourceBlock" | "undoResourceBlock"
>;

interface Parts {
  readonly store: ResourceChainStore;
  readonly network: Network;
  readonly fixed: FixedHeight;
  readonly tip: StoredResourceBlock | null;
}

export interface ResourceCommitOptions {
  readonly isTentative?: boolean;
  /** Given for a block that arrives while the node runs; left out for recorded history. */
  readonly live?: LivePlace | undefined;
}

/**
 * The resource chain of a ledger (PROTOCOL 10): the rules for its next block, and its blocks stored and undone. Calls
 * of `commit` and `undo` must not overlap.
 */
export class ResourceChain {
  readonly #store: ResourceChainStore;
  readonly #network: Network;
  readonly #fixed: FixedHeight;
  #tip: StoredResourceBlock | null;

  private constructor({ store, network, fixed, tip }: Parts) {
    this.#store = store;
    this.#network = network;
    this.#fixed = fixed;
    this.#tip = tip;
  }

  /** Opens the resource chain of a store. */
  static async open(store: ResourceChainStore, network: Network): Promise<ResourceChain> {
    const fixed = await FixedHeight.open(store, network);
    return new ResourceChain({ store, network, fixed, tip: await store.lastResourceBlock() });
  }

  /**
   * Returns the same chain in a store that continues from its last block; blocks must be committed there tentatively.
   */
  over(store: ResourceChainStore): ResourceChain {
    return new ResourceChain({ store, network: this.#network, fixed: this.#fixed, tip: this.#tip });
  }

  /** The last resource block, null before the first. */
  get tip(): StoredResourceBlock | null {
    return this.#tip;
  }

  /** The height up to which no resource block can be undone any more; 0 before the first. */
  get fixedHeight(): number {
    return this.#fixed.height;
  }

  /** The height of the last main block that can no longer be undone: the one that the fixed resource block names. */
  get fixedMainHeight(): number {
    return this.#fixed.mainHeight;
  }

  /** Raises the fixed height to its present value, and returns it (PROTOCOL 10.10). */
  async fix(nowUs: number): Promise<number> {
    await this.#fixed.advance(this.#tip?.height ?? 0, nowUs);
    return this.fixedHeight;
  }

  /** Makes fixed blocks above a height undoable. The chains of other nodes do not follow (PROTOCOL 10.10). */
  unfix(height: number): Promise<void> {
    return this.#fixed.retreat(height);
  }

  /** The difficulty that the block after the tip must have (PROTOCOL 10.6). */
  async nextDifficulty(): Promise<string> {
    const { constants } = this.#network;
    const height = (this.#tip?.height ?? 0) + 1;
    const gap = difficultyGap(height, constants);
    const gapUs = gap === null ? 0 : (await this.#timestampAt(gap.to)) - (await this.#timestampAt(gap.from));
    return difficultyAt(height, { parentDifficulty: this.#tip?.difficulty ?? "", gapUs }, constants);
  }

  /**
   * Checks a block on the tip, including its receipts and proof of work, and stores it. Throws for the first rule that
   * it breaks (PROTOCOL 10.4, 15.10; PROTOCOL 15.9 for a live block). A tentative block may be undone whatever follows it: it
   * does not move the fixed height.
   */
  async commit(
    block: ResourceBlock,
    nowUs: number,
    { isTentative = false, live }: ResourceCommitOptions = {},
  ): Promise<void> {
    assertResourceBlockFollows(block, {
      parent: this.#tip ?? EMPTY_RESOURCE_PARENT,
      difficulty: await this.nextDifficulty(),
      now: nowUs,
      network: this.#network,
    });
    const { checkpoint } = this.#network;
    if (checkpoint?.height === block.height && checkpoint.blockhash !== block.blockhash)
      throw errors.resourceBlockCheckpoint({ height: block.height, checkpoint: checkpoint.blockhash });
    if (live !== undefined) assertNotBackDated(block, live, this.#network);
    await this.#assertNamedBlocksHere(block);
    await finishSliced(assertResourceBlockInSteps(block));
    const stored = { ...block, receipts: receiptsToText(block.receipts), receipt_count: block.receipts.size };
    await this.#store.commitResourceBlock(stored);
    this.#tip = stored;
    if (!isTentative) await this.fix(nowUs);
  }

  /** Moves on to a block that was committed elsewhere and has been stored. */
  follow(stored: StoredResourceBlock): void {
    this.#tip = stored;
  }

  /** Undoes the last resource block. Throws `BLOCK_FIXED` at the fixed height. */
  async undo(): Promise<void> {
    if (this.#tip === null) throw errors.resourceChainEmpty();
    if (this.#tip.height <= this.fixedHeight) {
      throw errors.blockFixed({ chain: "resource", height: this.#tip.height });
    }
    await this.#store.undoResourceBlock(this.#tip.height);
    this.#tip = await this.#store.lastResourceBlock();
  }

  async #assertNamedBlocksHere(block: ResourceBlock): Promise<void> {
    if (!(await isMainBlockHere(this.#store, block))) {
      throw errors.resourceBlockMain({ height: block.height });
    }
    for (const receipt of block.receipts.values()) {
      if (await isReceiptRoundHere(this.#store, receipt, block.main_height)) continue;
      throw errors.receiptRound({ height: block.height });
    }
  }

  async #timestampAt(height: number): Promise<number> {
    return (await this.#store.resourceBlock({ height }))?.timestamp ?? 0;
  }
}
