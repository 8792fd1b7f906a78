import { isAt } from "../store/chain-order.js";
import { hashMainBlockInSteps, summaryOf, type MainBlock } from "../records/main-block.js";
import type { Network } from "../records/network.js";
import { assertTimely } from "../records/transaction-rules.js";
import { assertSigned } from "../records/transaction.js";
import type { MainBlockSummary, StoredResourceBlock, StoreReader } from "../store/store.js";
import { refusing, type ApplyOptions } from "./apply/apply-batch.js";
import type { ChainBlock } from "./apply/chain-block.js";
import { NO_MAIN_BLOCK, type Ledger } from "./ledger.js";
import { ResourceChain, type ResourceChainStore } from "./resource-chain.js";
import { confirmedHeight, namedResourceBlock, selectValidators } from "./validators.js";
import { assertSealedBlock, type MainChainView, type VerifyOptions } from "./verify-block.js";
import { finishSliced, forEachSliced } from "../base/yield-to-loop.js";
import * as errors from "./errors.js";

export interface BranchHeights {
  readonly main: number;
  readonly resource: number;
}

/**
 * Checks the blocks of a branch, in the order in which they would be applied, without the state to execute them on:
 * place, times, work, seals, signatures and hashes (PROTOCOL 8.10, 10.4). It does not check whether the transactions
 * produce the updates that a block lists; only validators can make a block that gets that far.
 */
export class BranchCheck implements MainChainView {
  readonly network: Network;
  readonly #blocks: BranchBlocks;
  readonly #resourceChain: ResourceChain;

  private constructor(network: Network, blocks: BranchBlocks, resourceChain: ResourceChain) {
    this.network = network;
    this.#blocks = blocks;
    this.#resourceChain = resourceChain;
  }

  static async open({ store, network }: Ledger, { main, resource }: BranchHeights): Promise<BranchCheck> {
    const blocks = branchBlocks(store, {
      main: await store.mainBlockSummary({ height: main }),
      resource: await store.resourceBlock({ height: resource }),
    });
    return new BranchCheck(network, blocks, await ResourceChain.open(blocks, network));
  }

  get tip(): MainBlockSummary {
    return this.#blocks.lastMain ?? NO_MAIN_BLOCK;
  }

  async validatorsAt(timeUs: number): Promise<readonly string[]> {
    const confirmed = await confirmedHeight(this.#blocks, this.network, timeUs);
    return selectValidators(this.#blocks, this.network, confirmed);
  }

  namedResourceBlock(timeUs: number): Promise<string | undefined> {
    return namedResourceBlock(this.#blocks, this.network, timeUs);
  }

  /**
   * Checks everything about the next block that needs no execution. Throws the error of the first rule that it breaks.
   */
  take(next: ChainBlock, options: ApplyOptions): Promise<void> {
    return refusing(next, options, async () => {
      const nowUs = options.nowUs();
      if (next.chain === "resource")
        return this.#resourceChain.commit(next.block, nowUs, {
          isTentative: true,
          liveTip: options.isLive === true ? this.tip : undefined,
        });
      await this.#takeMain(next.block, { nowUs, ...(await options.signatures?.of(next.block)) });
    });
  }

  async #takeMain(block: MainBlock, options: VerifyOptions): Promise<void> {
    const transactionRoot = await assertSealedBlock(this, block, options);
    const { isVerified = () => false } = options;
    const { tip } = this;
    await forEachSliced(block.transactions, (transaction) => {
      if (!isVerified(transaction)) assertSigned(transaction);
      assertTimely(transaction, tip.s_timestamp, block.s_timestamp);
    });
    const hash = await finishSliced(hashMainBlockInSteps(block, transactionRoot));
    if (hash.blockhash !== block.blockhash) throw errors.blockHash({ height: block.height });
    this.#blocks.appendMain(summaryOf(block));
  }
}

type Base = Pick<StoreReader, "readMeta" | "mainBlockSummary" | "resourceBlock" | "resourceBlocks">;

/** The last blocks that a branch shares with the chains of a store; null where the branch begins at the first block. */
interface BranchRoot {
  readonly main: MainBlockSummary | null;
  readonly resource: StoredResourceBlock | null;
}

interface BranchBlocks extends ResourceChainStore {
  readonly lastMain: MainBlockSummary | null;
  appendMain(block: MainBlockSummary): void;
}

/**
 * Both chains as they would be with a branch in place of the store's blocks above the branch's root: as much of them as
 * decides which nodes may seal (PROTOCOL 9.13) and what a resource block must be (PROTOCOL 10). The branch is in
 * memory; the store is only read.
 */
function branchBlocks(base: Base, root: BranchRoot): BranchBlocks {
  const main: MainBlockSummary[] = [];
  const resource: StoredResourceBlock[] = [];
  return {
    get lastMain() {
      return main.at(-1) ?? root.main;
    },
    appendMain: (block) => void main.push(block),
    readMeta: (name) => base.readMeta(name),
    /** Tentative blocks do not move the fixed height. */
    writeMeta: notHere,
    async mainBlockSummary(target) {
      if (target === "last") return main.at(-1) ?? root.main;
      return main.find(isAt(target)) ?? below(await base.mainBlockSummary(target), root.main);
    },
    commitResourceBlock: async (block) => void resource.push(block),
    undoResourceBlock: notHere,
    async resourceBlock(target) {
      if (target === "last") return resource.at(-1) ?? root.resource;
      if (!("before" in target))
        return resource.find(isAt(target)) ?? below(await base.resourceBlock(target), root.resource);
      const own = resource.findLast(({ timestamp }) => timestamp < target.before);
      if (own !== undefined) return own;
      const older = await base.resourceBlock(target);
      // Timestamps grow with the height (PROTOCOL 10.4), so the block above the root hides the root.
      return older === null ? null : (below(older, root.resource) ?? root.resource);
    },
    async resourceBlocks(fromHeight, toHeight) {
      const last = Math.min(toHeight, root.resource?.height ?? 0);
      const older = fromHeight <= last ? await base.resourceBlocks(fromHeight, last) : [];
      return [...older, ...resource.filter(({ height }) => height >= fromHeight && height <= toHeight)];
    },
  };
}

interface Placed {
  readonly height: number;
  readonly blockhash: string;
}

/** Returns null for a block above the root. */
function below<B extends Placed>(block: B | null, root: Placed | null): B | null {
  return block !== null && block.height <= (root?.height ?? 0) ? block : null;
}

function notHere(): never {
  throw new TypeError("A branch is only checked. ");
}
