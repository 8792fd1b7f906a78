import type {
  BlockTarget,
  MainBlockSummary,
  Store,
  StoredResourceBlock,
  StoreReader,
} from "../store/store.js";
import type { ResourceChainStore } from "./resource-chain.js";

type Base = Pick<
  StoreReader,
  "readMeta" | "mainBlockSummary" | "resourceBlock" | "resourceBlockBefore" | "resourceBlocks"
>;

/** The last blocks that a branch shares with the chains of a store; null where the branch begins at the first block. */
export interface BranchRoot {
  readonly main: MainBlockSummary | null;
  readonly resource: StoredResourceBlock | null;
}

/**
 * Both chains as they would be with a branch in place of the store's blocks above the branch's root: as much of them as
 * decides which nodes may seal (PROTOCOL 9.13) and what a resource block must be (PROTOCOL 10). The branch is in
 * memory; the store is only read.
 */
export class BranchBlocks implements ResourceChainStore {
  readonly #base: Base;
  readonly #root: BranchRoot;
  readonly #main: MainBlockSummary[] = [];
  readonly #resource: StoredResourceBlock[] = [];

  constructor(base: Base, root: BranchRoot) {
    this.#base = base;
    this.#root = root;
  }

  get lastMain(): MainBlockSummary | null {
    return this.#main.at(-1) ?? this.#root.main;
  }

  appendMain(block: MainBlockSummary): void {
    this.#main.push(block);
  }

  readMeta(name: string): Promise<string | null> {
    return this.#base.readMeta(name);
  }

  /** Tentative blocks do not move the fixed height. */
  readonly writeMeta: Store["writeMeta"] = notHere;

  async mainBlockSummary(target: BlockTarget): Promise<MainBlockSummary | null> {
    const own = this.#main.find(isAt(target));
    return own ?? below(await this.#base.mainBlockSummary(target), this.#root.main);
  }

  async lastResourceBlock(): Promise<StoredResourceBlock | null> {
    return this.#resource.at(-1) ?? this.#root.resource;
  }

  async commitResourceBlock(block: StoredResourceBlock): Promise<void> {
    this.#resource.push(block);
  }

  readonly undoResourceBlock: Store["undoResourceBlock"] = notHere;

  async resourceBlock(target: BlockTarget): Promise<StoredResourceBlock | null> {
    const own = this.#resource.find(isAt(target));
    return own ?? below(await this.#base.resourceBlock(target), this.#root.resource);
  }

  async resourceBlockBefore(timestampUs: number): Promise<StoredResourceBlock | null> {
    const own = this.#resource.findLast(({ timestamp }) => timestamp < timestampUs);
    if (own !== undefined) return own;
    const older = await this.#base.resourceBlockBefore(timestampUs);
    // Timestamps grow with the height (PROTOCOL 10.4), so the block above the root hides the root.
    return older === null ? null : (below(older, this.#root.resource) ?? this.#root.resource);
  }

  /** Ascending. */
  async resourceBlocks(fromHeight: number, toHeight: number): Promise<readonly StoredResourceBlock[]> {
    const last = Math.min(toHeight, this.#root.resource?.height ?? 0);
    const older = fromHeight <= last ? await this.#base.resourceBlocks(fromHeight, last) : [];
    return [...older, ...this.#resource.filter(({ height }) => height >= fromHeight && height <= toHeight)];
  }
}

interface Placed {
  readonly height: number;
  readonly blockhash: string;
}

function isAt(target: BlockTarget): (block: Placed) => boolean {
  return (block) =>
    "height" in target ? block.height === target.height : block.blockhash === target.blockhash;
}

/** Returns null for a block above the root. */
function below<B extends Placed>(block: B | null, root: Placed | null): B | null {
  return block !== null && block.height <= (root?.height ?? 0) ? block : null;
}

function notHere(): never {
  throw new TypeError("A branch is only checked. ");
}
