import { isStateKey, padStateKey } from "../codec/state-key.js";
import type { MainBlock } from "../records/main-block.js";
import type { Updates } from "../records/updates.js";
import { OverlayStore } from "../store/overlay/overlay-store.js";
import type { StateKind } from "../store/store.js";
import type { Ledger } from "./ledger.js";

/** Cells of one kind that are read ahead. */
const MAX_CELLS = 4096;
/** Characters of updates that a draft holds in memory, beyond those of its last block. */
const MAX_LENGTH = 2 * 1024 * 1024;

/**
 * Blocks that are checked and executed one after the other in memory, and stored together. A block of few transactions
 * takes the database a fraction of the time that the way there and back takes, a dozen times a block: a draft reads a
 * cell once, and writes once.
 *
 * Nobody sees a block before it is stored: the ledger's tip and its store go on together, when all is on the disk. Until
 * then the ledger must not change otherwise, and it stands as it was when the process dies or the draft is let go.
 */
export class Draft {
  /** Goes on from the tip: blocks are checked, executed and committed here, resource blocks tentatively. */
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
   * Reads the cells that blocks say they change, in one go; what else their execution asks for is read when it does.
   * Nothing that they say is believed, and nobody has sealed them yet: it is no more than a full block changes.
   */
  async readAhead(blocks: readonly MainBlock[]): Promise<void> {
    const read = async (kind: StateKind): Promise<void> => {
      const cells = new Set<string>();
      for (const block of blocks) addCells(cells, block[`${kind}_updates`]);
      if (cells.size > 0) await this.#store.readState(kind, [...cells]);
    };
    await Promise.all([read("universal"), read("local")]);
  }

  /** Whether it holds so much that it should be stored before it is gone on with. */
  get isLong(): boolean {
    let length = 0;
    for (const { block } of this.#store.run.main)
      length += block.universal_updates.length + block.local_updates.length;
    return length > this.#maxLength;
  }

  /** Stores its blocks, all or none; then it is done with. */
  async store(nowUs: number): Promise<void> {
    const { run } = this.#store;
    if (run.main.length + run.resource.length === 0) return;
    await this.#target.commitRun(run);
    if (run.resource.length > 0) await this.#target.resourceChain.fix(nowUs);
  }
}

function addCells(cells: Set<string>, updates: Updates): void {
  for (const key of updates.keys()) {
    if (cells.size >= MAX_CELLS) return;
    if (isStateKey(key)) cells.add(padStateKey(key));
  }
}
