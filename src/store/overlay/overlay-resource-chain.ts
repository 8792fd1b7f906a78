import { assertFollows, assertLast } from "../chain-order.js";
import type { BlockTarget, StoredResourceBlock, StoreReader } from "../store.js";

/** The resource blocks that were made over a base, which end with its last one. */
export class OverlayResourceChain {
  readonly #base: StoreReader;
  readonly #last: StoredResourceBlock | null;
  readonly #blocks: StoredResourceBlock[] = [];

  /** @param last the base's last block. */
  constructor(base: StoreReader, last: StoredResourceBlock | null) {
    this.#base = base;
    this.#last = last;
  }

  get last(): StoredResourceBlock | null {
    return this.#blocks.at(-1) ?? this.#last;
  }

  append(block: StoredResourceBlock): void {
    assertFollows(block, this.last);
    this.#blocks.push(block);
  }

  removeLast(height: number): void {
    assertLast(height, this.#blocks.at(-1) ?? null);
    this.#blocks.pop();
  }

  async block(target: BlockTarget): Promise<StoredResourceBlock | null> {
    const own = this.#blocks.find((block) =>
      "height" in target ? block.height === target.height : block.blockhash === target.blockhash,
    );
    return own ?? this.#base.resourceBlock(target);
  }

  /** Timestamps grow with the height (PROTOCOL 10). */
  async before(timestampUs: number): Promise<StoredResourceBlock | null> {
    const own = this.#blocks.findLast(({ timestamp }) => timestamp < timestampUs);
    return own ?? this.#base.resourceBlockBefore(timestampUs);
  }

  /** Ascending. */
  async between(fromHeight: number, toHeight: number): Promise<readonly StoredResourceBlock[]> {
    const below = Math.min(toHeight, this.#last?.height ?? 0);
    const older = fromHeight <= below ? await this.#base.resourceBlocks(fromHeight, below) : [];
    return [...older, ...this.#blocks.filter(({ height }) => height >= fromHeight && height <= toHeight)];
  }
}
