import { assertFollows, assertLast, isAt } from "../chain-order.js";
import type { ResourceTarget, StoredResourceBlock, StoreReader } from "../store.js";

export type OverlayResourceChain = ReturnType<typeof overlayResourceChain>;

/**
 * The resource blocks that were made over a base and follow its last block. Lists are ascending.
 *
 * @param baseEnd the base's last block.
 */
export function overlayResourceChain(base: StoreReader, baseEnd: StoredResourceBlock | null) {
  const own: StoredResourceBlock[] = [];
  let known: BlockBefore | null = null;
  let read: BlocksBetween | null = null;
  const last = (): StoredResourceBlock | null => own.at(-1) ?? baseEnd;

  /** Timestamps grow with the height (PROTOCOL 10.4). */
  async function lastBefore(timestampUs: number): Promise<StoredResourceBlock | null> {
    const found = own.findLast(({ timestamp }) => timestamp < timestampUs);
    if (found !== undefined) return found;
    if (known === null || !isWithin(timestampUs, known)) known = await askBefore(timestampUs);
    return known.block;
  }

  async function askBefore(timestampUs: number): Promise<BlockBefore> {
    const block = await base.resourceBlock({ before: timestampUs });
    const height = block?.height ?? 0;
    const isLast = height === (baseEnd?.height ?? 0);
    const next = isLast ? null : await base.resourceBlock({ height: height + 1 });
    return { block, after: block?.timestamp ?? -Infinity, upTo: next?.timestamp ?? Infinity };
  }

  async function askBetween(from: number, to: number): Promise<readonly StoredResourceBlock[]> {
    if (read?.from !== from || read.to !== to)
      read = { from, to, blocks: await base.resourceBlocks(from, to) };
    return read.blocks;
  }

  return {
    get last() {
      return last();
    },
    append(block: StoredResourceBlock): void {
      assertFollows(block, last());
      own.push(block);
    },
    removeLast(height: number): void {
      assertLast(height, own.at(-1) ?? null);
      own.pop();
    },
    async block(target: ResourceTarget): Promise<StoredResourceBlock | null> {
      if (target === "last") return last();
      if ("before" in target) return lastBefore(target.before);
      return own.find(isAt(target)) ?? base.resourceBlock(target);
    },
    /** The blocks above the base. */
    get own(): readonly StoredResourceBlock[] {
      return own;
    },
    async between(fromHeight: number, toHeight: number): Promise<readonly StoredResourceBlock[]> {
      const below = Math.min(toHeight, baseEnd?.height ?? 0);
      const older = fromHeight <= below ? await askBetween(fromHeight, below) : [];
      return [...older, ...own.filter(({ height }) => height >= fromHeight && height <= toHeight)];
    },
  };
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
