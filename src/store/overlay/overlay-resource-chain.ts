import { assertFollows, assertLast, isAt } from "../chain-order.js";
import type { ResourceTarget, StoredResourceBlock, StoreReader } from "../store.js";

/** The resource blocks that were made over a base and follow its last block. */
export class OverlayResourceChain {
  readonly #base: StoreReader;
  readonly #last: StoredResourceBlock | null;
  readonly #blocks: StoredResourceBlock[] = [];
  #before: BlockBefore | null = null;
  #between: BlocksBetween | null = null;

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

  async block(target: ResourceTarget): Promise<StoredResourceBlock | null> {
    if (target === "last") return this.last;
    if ("before" in target) return this.#lastBefore(target.before);
    return this.#blocks.find(isAt(target)) ?? this.#base.resourceBlock(target);
  }

  /** The blocks above the base, ascending. */
  get own(): readonly StoredResourceBlock[] {
    return this.#blocks;
  }

  /** Timestamps grow with the height (PROTOCOL 10.4). */
  async #lastBefore(timestampUs: number): Promise<StoredResourceBlock | null> {
    const own = this.#blocks.findLast(({ timestamp }) => timestamp < timestampUs);
    if (own !== undefined) return own;
    if (this.#before === null || !isWithin(timestampUs, this.#before))
      this.#before = await this.#askBefore(timestampUs);
    return this.#before.block;
  }

  /** Ascending. */
  async between(fromHeight: number, toHeight: number): Promise<readonly StoredResourceBlock[]> {
    const below = Math.min(toHeight, this.#last?.height ?? 0);
    const older = fromHeight <= below ? await this.#askBetween(fromHeight, below) : [];
    return [...older, ...this.#blocks.filter(({ height }) => height >= fromHeight && height <= toHeight)];
  }

  async #askBefore(timestampUs: number): Promise<BlockBefore> {
    const block = await this.#base.resourceBlock({ before: timestampUs });
    const height = block?.height ?? 0;
    const isLast = height === (this.#last?.height ?? 0);
    const next = isLast ? null : await this.#base.resourceBlock({ height: height + 1 });
    return { block, after: block?.timestamp ?? -Infinity, upTo: next?.timestamp ?? Infinity };
  }

  async #askBetween(from: number, to: number): Promise<readonly StoredResourceBlock[]> {
    if (this.#between?.from !== from || this.#between.to !== to)
      this.#between = { from, to, blocks: await this.#base.resourceBlocks(from, to) };
    return this.#between.blocks;
  }
}

/**
 * The base's last answer of each kind: the validators and the miners are looked up for block after block
 * (PROTOCOL 9.13).
 */
interface BlockBefore {
  readonly block: StoredResourceBlock | null;
  /** The block is the last one before every timestamp greater than `after` and not greater than `upTo`. */
  readonly after: number;
  readonly upTo: number;
}

interface BlocksBetween {
  readonly from: number;
  readonly to: number;
  readonly blocks: readonly StoredResourceBlock[];
}

function isWithin(timestampUs: number, { after, upTo }: BlockBefore): boolean {
  return timestampUs > after && timestampUs <= upTo;
}
