import { hashMainBlockInSteps, summaryOf, type MainBlock } from "../records/main-block.js";
import type { Network } from "../records/network.js";
import { assertTimely } from "../records/transaction-rules.js";
import { assertSigned } from "../records/transaction.js";
import type { MainBlockSummary } from "../store/store.js";
import { livePlace, refusing, type ApplyOptions } from "./apply/apply-batch.js";
import type { ChainBlock } from "./apply/chain-block.js";
import { BranchBlocks } from "./branch-blocks.js";
import { NO_MAIN_BLOCK, type Ledger } from "./ledger.js";
import { ResourceChain } from "./resource-chain.js";
import { confirmedHeight, selectValidators } from "./validators.js";
import { assertSealedBlock, type MainChainView, type VerifyOptions } from "./verify-block.js";
import { finishSliced, forEachSliced } from "./yield-to-loop.js";
import * as errors from "./errors.js";

/** The heights that a branch builds on. */
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
    const blocks = new BranchBlocks(store, {
      main: await store.mainBlockSummary({ height: main }),
      resource: await store.resourceBlock({ height: resource }),
    });
    return new BranchCheck(network, blocks, await ResourceChain.open(blocks, network));
  }

  /** The last main block of the branch so far. */
  get tip(): MainBlockSummary {
    return this.#blocks.lastMain ?? NO_MAIN_BLOCK;
  }

  async validatorsAt(timeUs: number): Promise<readonly string[]> {
    const confirmed = await confirmedHeight(this.#blocks, this.network, timeUs);
    return selectValidators(this.#blocks, this.network, confirmed);
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
          live: livePlace(this, options),
        });
      await this.#takeMain(next.block, { nowUs, ...(await options.signatures?.of(next.block)) });
    });
  }

  async #takeMain(block: MainBlock, options: VerifyOptions): Promise<void> {
    await assertSealedBlock(this, block, options);
    const { isVerified = () => false } = options;
    const { tip } = this;
    await forEachSliced(block.transactions, (transaction) => {
      if (!isVerified(transaction)) assertSigned(transaction);
      assertTimely(transaction, tip.s_timestamp, block.s_timestamp);
    });
    const hash = await finishSliced(hashMainBlockInSteps(block));
    if (hash.blockhash !== block.blockhash) throw errors.blockHash({ height: block.height });
    this.#blocks.appendMain(summaryOf(block));
  }
}
