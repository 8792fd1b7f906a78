import { difficultyAt, difficultyGap } from "../records/difficulty.js";
import type { Network } from "../records/network.js";
import {
  assertResourceBlockInSteps,
  assertResourceBlockFollows,
  EMPTY_RESOURCE_PARENT,
  receiptsToText,
  type ResourceBlock,
} from "../records/resource-block.js";
import type { MainBlockSummary, Store, StoredResourceBlock } from "../store/store.js";
import { FixedHeight, type FixedHeightStore } from "./fixed-height.js";
import { finishSliced } from "../base/yield-to-loop.js";
import * as errors from "./errors.js";
import type { Receipt } from "../records/receipt.js";

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
  /** The last main block, for a block that arrives while the node runs; left out for recorded history. */
  readonly liveTip?: MainBlockSummary | undefined;
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

  static async open(store: ResourceChainStore, network: Network): Promise<ResourceChain> {
    const fixed = await FixedHeight.open(store, network);
    return new ResourceChain({ store, network, fixed, tip: await store.resourceBlock("last") });
  }

  /**
   * Returns the same chain in a store that continues from its last block; blocks must be committed there tentatively.
   */
  over(store: ResourceChainStore): ResourceChain {
    return new ResourceChain({ store, network: this.#network, fixed: this.#fixed, tip: this.#tip });
  }

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
    const { constants, ruleSet } = this.#network;
    const height = (this.#tip?.height ?? 0) + 1;
    const gap = difficultyGap(height, constants, ruleSet);
    const gapUs = gap === null ? 0 : (await this.#timestampAt(gap.to)) - (await this.#timestampAt(gap.from));
    const parentDifficulty = this.#tip?.difficulty ?? "";
    return difficultyAt(height, { parentDifficulty, gap, gapUs }, constants);
  }

  /**
   * Checks a block on the tip, including its receipts and proof of work, and stores it. Throws for the first rule that
   * it breaks (PROTOCOL 10.4, 15.10; PROTOCOL 15.9 for a live block). A tentative block may be undone whatever follows it: it
   * does not move the fixed height.
   */
  async commit(
    block: ResourceBlock,
    nowUs: number,
    { isTentative = false, liveTip }: ResourceCommitOptions = {},
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
    if (liveTip !== undefined) assertNotBackDated(block, liveTip, this.#network);
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
    this.#tip = await this.#store.resourceBlock("last");
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

/** Whether the main block that a resource block names is in this chain under that hash (PROTOCOL 10.4). */
export async function isMainBlockHere(
  store: Pick<Store, "mainBlockSummary">,
  named: { readonly main_height: number; readonly main_blockhash: string },
): Promise<boolean> {
  const block = await store.mainBlockSummary({ height: named.main_height });
  return block?.blockhash === named.main_blockhash;
}

/** Whether a receipt's round began with a main block of this chain, at or below this height (PROTOCOL 10.8). */
export async function isReceiptRoundHere(
  store: Pick<Store, "mainBlockSummary">,
  receipt: Receipt,
  mainHeight: number,
): Promise<boolean> {
  const block = await store.mainBlockSummary({ blockhash: receipt.previous_blockhash });
  return block !== null && block.height <= mainHeight;
}

type Dated = Pick<ResourceBlock, "height" | "timestamp" | "main_height">;
type MainTip = Pick<MainBlockSummary, "height" | "s_timestamp">;
type Constants = Pick<Network, "constants">;

/**
 * Throws `RESOURCE_BLOCK_PAST` for a resource block that is dated more than a confirm interval before the last main
 * block of its chain (PROTOCOL 15.9). It would be confirmed at once, and main blocks that are here already would have
 * had other validators or rewards, so a new node would refuse them.
 */
function assertNotBackDated(block: Dated, tip: MainTip, network: Constants): void {
  if (!isBackDated(block, tip, network)) return;
  const { height, timestamp } = block;
  throw errors.resourceBlockPast({ height, timestamp, tip: tip.s_timestamp });
}

/**
 * Whether a back-dated resource block may still be part of a chain that a new node takes: it names the last main block,
 * so it changes nothing about the main blocks before it. Above C + 1 that main block would have had no validators
 * (PROTOCOL 9.13).
 */
export function mayBeHistory(block: Dated, tip: MainTip, network: Constants): boolean {
  const { resource_confirm_count } = network.constants;
  const isEarly = block.height <= resource_confirm_count + 1;
  return isEarly && block.main_height === tip.height && isBackDated(block, tip, network);
}

function isBackDated({ timestamp }: Dated, { s_timestamp }: MainTip, { constants }: Constants): boolean {
  return timestamp < s_timestamp - constants.confirm_interval;
}
