import { isStateKey, padStateKey, type StateKind } from "../../codec/state-key.js";
import type { MainBlock } from "../../records/main-block.js";
import type { Updates } from "../../records/updates.js";
import { OverlayStore } from "../../store/overlay/overlay-store.js";
import type { Ledger } from "../ledger.js";

export interface DraftStoreOptions {
  readonly isTentative?: boolean;
  readonly onStored?: () => void;
}

/** The cells of one kind that are read ahead. */
const MAX_CELLS = 4096;
/** How many characters of updates a draft holds in memory, beyond those of its last block. */
const MAX_LENGTH = 2 * 1024 * 1024;

/**
 * Blocks that are checked and executed one after the other in memory and stored together. A block of few transactions
 * costs the database far less than the dozen round trips that it takes alone: a draft reads each cell once and writes
 * it once.
 *
 * No reader sees a block before it is stored: the ledger's tip and its store advance together, when everything is on
 * disk. Until then the ledger must not change in any other way. It is unchanged when the process dies or the draft is
 * dropped.
 */
export class Draft {
  /** Continues from the tip: blocks are checked, executed and committed here, resource blocks tentatively. */
  readonly ledger: Ledger;
  readonly #target: Ledger;
  readonly #maxLength: number;
  readonly #store: OverlayStore;

  constructor(target: Ledger, maxLength = MAX_LENGTH) {
    const { tip, resourceChain } = target;
    this.#maxLength = maxLength;
    this.#target = target;
    this.#store = OverlayStore.onEnds(target.store, tip.height === 0 ? null : tip, resourceChain.tip);
    this.ledger = target.over(this.#store);
  }

  /**
   * Reads the cells that blocks claim to change, in one batch; other cells are read when the execution asks for them.
   * The claims are not trusted, and the seals are not yet checked: the number of cells is limited to what a full block
   * changes.
   */
  async readAhead(blocks: readonly MainBlock[]): Promise<void> {
    const read = async (kind: StateKind): Promise<void> => {
      const cells = new Set<string>();
      for (const block of blocks) addCells(cells, block[`${kind}_updates`]);
      if (cells.size > 0) await this.#store.readState(kind, [...cells]);
    };
    await Promise.all([read("universal"), read("local")]);
  }

  /** Whether it holds so much that it should be stored before it continues. */
  get isLong(): boolean {
    let length = 0;
    for (const { block } of this.#store.batch.main)
      length += block.universal_updates.length + block.local_updates.length;
    return length > this.#maxLength;
  }

  /**
   * Stores its blocks, all or none. The draft cannot be used afterwards. Tentative blocks do not move the fixed height.
   * `onStored` is called once the blocks are stored, also when the fixed height cannot be moved afterwards.
   */
  async store(nowUs: number, { isTentative = false, onStored }: DraftStoreOptions = {}): Promise<void> {
    const { batch } = this.#store;
    if (batch.main.length + batch.resource.length === 0) return onStored?.();
    await this.#target.commitBatch(batch);
    onStored?.();
    if (batch.resource.length > 0 && !isTentative) await this.#target.resourceChain.fix(nowUs);
  }
}

function addCells(cells: Set<string>, updates: Updates): void {
  for (const key of updates.keys()) {
    if (cells.size >= MAX_CELLS) return;
    if (isStateKey(key)) cells.add(padStateKey(key));
  }
}
