import type { Ledger } from "../ledger/ledger.js";
import { isMainBlockHere, isReceiptRoundHere } from "../ledger/resource-chain.js";
import { MINING_ATTEMPT_US } from "../records/limits.js";
import type { Receipt } from "../records/receipt.js";
import {
  createResourceBlock,
  EMPTY_RESOURCE_PARENT,
  type ResourceBlock,
  type ResourceBlockContent,
} from "../records/resource-block.js";
import type { Clock } from "../base/clock/clock.js";
import type { Lane } from "../base/lane.js";
import { createMiningJob, type MiningJob, type MiningResult } from "./miner/mining-job.js";
import type { ReceiptBook } from "./receipt-book.js";
import * as errors from "./errors.js";
import { chooseReceipts, type ReceiptRanks } from "./receipt-ranks.js";

export interface ResourceMakerOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly receipts: ReceiptBook;
  readonly ranks: ReceiptRanks;
  /** Serialises commits. */
  readonly lane: Lane;
  /** This node's address. */
  readonly validator: string;
  /** The owner's address, which receives the reward. */
  readonly miner: string;
}

/**
 * A block is dated when its job begins, and counts towards confirmation from then on. With a short confirm interval an
 * attempt must be shorter still, or main blocks would be made without a resource block that they have to pay.
 */
const ATTEMPTS_PER_CONFIRM_INTERVAL = 4;

interface OpenJob {
  readonly job: MiningJob;
  readonly content: ResourceBlockContent;
}

/**
 * Makes resource blocks (PROTOCOL 10.2, 10.5, 10.9): gives out jobs on the tip, and completes a block with a nonce.
 * Miners inside and outside this process get the same jobs.
 */
export class ResourceMaker {
  readonly #options: ResourceMakerOptions;
  /** By prefix, oldest first: a miner may still finish an older job on the same parent. */
  readonly #jobs = new Map<string, OpenJob>();
  #newest: OpenJob | null = null;

  constructor(options: ResourceMakerOptions) {
    this.#options = options;
  }

  /**
   * The current job. It stays the same until it expires or the chain moves on. Null while there is nothing to mine:
   * before the first main block, while only the genesis node may mine (PROTOCOL 10.4), or less than an interval after
   * the last block.
   */
  async job(): Promise<MiningJob | null> {
    const now = this.#options.clock.nowUs();
    await this.#closeJobs(now);
    if (this.#newest === null) this.#open(await this.#content(now));
    return this.#newest?.job ?? null;
  }

  /**
   * Completes a job's block with a nonce, checks and stores it. Throws `MINING_JOB_CLOSED`, or the error of the rule
   * that the block breaks.
   */
  submit({ prefix, nonce }: MiningResult): Promise<ResourceBlock> {
    const { ledger, clock, lane } = this.#options;
    return lane(async () => {
      const open = this.#jobs.get(prefix);
      if (open === undefined) throw errors.miningJobClosed();
      const block = createResourceBlock(open.content, nonce);
      await ledger.resourceChain.commit(block, clock.nowUs(), { liveTip: ledger.tip });
      return block;
    });
  }

  /** Closes jobs that can no longer become the next block. */
  async #closeJobs(now: number): Promise<void> {
    const { ledger } = this.#options;
    const parent = ledger.resourceChain.tip ?? EMPTY_RESOURCE_PARENT;
    for (const [prefix, { job, content }] of this.#jobs) {
      const isOpen =
        now < job.valid_until &&
        content.previous_blockhash === parent.blockhash &&
        (await isMainBlockHere(ledger.store, content));
      if (!isOpen) this.#jobs.delete(prefix);
    }
    if (this.#newest !== null && !this.#jobs.has(this.#newest.job.prefix)) this.#newest = null;
  }

  #open(content: ResourceBlockContent | null): void {
    if (content === null) return;
    const { confirm_interval } = this.#options.ledger.network.constants;
    const attemptUs = Math.min(MINING_ATTEMPT_US, confirm_interval / ATTEMPTS_PER_CONFIRM_INTERVAL);
    const job = createMiningJob(content, attemptUs);
    this.#newest = { job, content };
    this.#jobs.set(job.prefix, this.#newest);
  }

  async #content(now: number): Promise<ResourceBlockContent | null> {
    const { ledger, validator, miner } = this.#options;
    const { genesis_address, constants, ruleSet } = ledger.network;
    const main = ledger.tip;
    const parent = ledger.resourceChain.tip ?? EMPTY_RESOURCE_PARENT;
    if (main.height === 0 || main.height < parent.main_height) return null;
    const isFirst = parent.height < constants.resource_confirm_count;
    if (isFirst && validator !== genesis_address) return null;
    if (now <= parent.timestamp + constants.main_chain_interval) return null;
    const difficulty = await ledger.resourceChain.nextDifficulty();
    const receipts = ruleSet.hasReceipts
      ? await this.#receipts(parent.main_height)
      : new Map<string, Receipt>();
    return {
      height: parent.height + 1,
      previous_blockhash: parent.blockhash,
      timestamp: now,
      difficulty,
      main_height: main.height,
      main_blockhash: main.blockhash,
      validator,
      miner: isFirst && ruleSet.isGenesisMiner ? genesis_address : miner,
      receipts,
    };
  }

  /**
   * The receipts for the main block that the parent names and for earlier ones, if their main blocks are still in the
   * chain (PROTOCOL 10.9), of those who work (PROTOCOL 15.4).
   */
  async #receipts(mainHeight: number): Promise<ReadonlyMap<string, Receipt>> {
    const { ledger, receipts, ranks } = this.#options;
    const standing = new Map<string, Receipt>();
    for (const [signer, receipt] of receipts.upTo(mainHeight)) {
      if (await isReceiptRoundHere(ledger.store, receipt, mainHeight)) standing.set(signer, receipt);
    }
    return chooseReceipts(standing, await ranks.workers());
  }
}
