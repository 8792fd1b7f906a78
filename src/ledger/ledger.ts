import { summaryOf, pickSummary } from "../records/main-block.js";
import type { Network } from "../records/network.js";
import { sealToText, type Seal } from "../records/seal.js";
import type { SignedTransaction } from "../records/transaction.js";
import type { BlockBatch, MainBlockSummary, NewTransaction, Store } from "../store/store.js";
import { CodeRegistry } from "./code-registry.js";
import {
  executeBlock,
  type BlockExecution,
  type ExecutedBlock,
  type ExecuteBlockOptions,
} from "./execute-block.js";
import type { PreparedTransaction } from "./prepared-transaction.js";
import { ResourceChain } from "./resource-chain.js";
import { INLINE_RUNNERS, type Runners } from "./machine/runner.js";
import { SlotsAt } from "./slots-at.js";
import { findSlotTerm, namedResourceBlock } from "./validators.js";
import * as errors from "./errors.js";

/** What a node that holds the transactions of a block needs to make it. */
export interface CommittedBlock extends MainBlockSummary {
  readonly seal: Seal;
  readonly transactions: readonly SignedTransaction[];
}

export const NO_MAIN_BLOCK: MainBlockSummary = {
  height: 0,
  s_timestamp: 0,
  previous_blockhash: "",
  blockhash: "",
  transaction_count: 0,
};

/**
 * The one place where chain state changes: it executes blocks on the tip, commits them and undoes them. Calls of
 * `commit` and `undo` must not overlap.
 */
export class Ledger {
  readonly store: Store;
  readonly network: Network;
  readonly registry: CodeRegistry;
  readonly resourceChain: ResourceChain;
  readonly runners: Runners;
  readonly slots = new SlotsAt({
    tip: () => this.resourceChain.tip?.blockhash ?? "",
    find: (timeUs) => findSlotTerm(this.store, this.network, timeUs),
  });
  #tip: MainBlockSummary;
  #committed: CommittedBlock | null = null;

  private constructor(
    parts: Pick<Ledger, "store" | "network" | "registry" | "resourceChain" | "runners" | "tip">,
  ) {
    this.store = parts.store;
    this.network = parts.network;
    this.registry = parts.registry;
    this.resourceChain = parts.resourceChain;
    this.runners = parts.runners;
    this.#tip = parts.tip;
  }

  /** Opens a ledger over a store. The machine runs in the caller's thread unless a runner is given. */
  static async open(store: Store, network: Network, runners: Runners = INLINE_RUNNERS): Promise<Ledger> {
    const registry = new CodeRegistry(network);
    await registry.load(store);
    const resourceChain = await ResourceChain.open(store, network);
    const tip = (await store.mainBlockSummary("last")) ?? NO_MAIN_BLOCK;
    return new Ledger({ store, network, registry, resourceChain, runners, tip });
  }

  /**
   * Returns the same ledger over a store that continues from its last blocks. This ledger is not informed of changes
   * there.
   */
  over(store: Store): Ledger {
    const { network, runners, tip } = this;
    const registry = this.registry.copy();
    const resourceChain = this.resourceChain.over(store);
    return new Ledger({ store, network, registry, resourceChain, runners, tip });
  }

  /** The last main block; height 0 before the first. */
  get tip(): MainBlockSummary {
    return this.#tip;
  }

  /** The last main block, if it was committed alone since the start. */
  get committed(): CommittedBlock | null {
    return this.#committed?.blockhash === this.#tip.blockhash ? this.#committed : null;
  }

  /**
   * The validator slots at a time, the newest slot last; empty when the resource chain stands still
   * (PROTOCOL 9.13, 9.14).
   */
  validatorsAt(timeUs: number): Promise<readonly string[]> {
    return this.slots.at(timeUs);
  }

  /** The blockhash of the resource block that a main block of this time names (PROTOCOL 16.2). */
  namedResourceBlock(timeUs: number): Promise<string | undefined> {
    return namedResourceBlock(this.store, this.network, timeUs);
  }

  /** Executes transactions as the block after the tip. Nothing is stored. */
  execute(
    candidates: readonly PreparedTransaction[],
    sTimestampUs: number,
    options: Omit<ExecuteBlockOptions, "s_timestamp"> = {},
  ): Promise<BlockExecution> {
    const { store, network, tip, runners } = this;
    const context = { store, network, tip, runner: runners.blocks };
    return executeBlock(context, candidates, { ...options, s_timestamp: sTimestampUs });
  }

  /** Stores an executed and sealed block with all it changes, or throws and changes nothing. */
  async commit(block: ExecutedBlock, seal: Seal): Promise<MainBlockSummary> {
    const { content, hash, state } = block;
    const summary = summaryOf({ ...content, blockhash: hash.blockhash });
    const local = state.entries("local");
    const codeWrites = local.filter(({ key }) => this.registry.isCodeKey(key));
    await this.store.commitMainBlock({
      block: {
        ...summary,
        seal: sealToText(seal),
        universal_updates: hash.universal.text,
        local_updates: hash.local.text,
      },
      transactions: content.transactions.map(toNewTransaction),
      universal: state.entries("universal"),
      local,
      codeKeys: codeWrites.map(({ key }) => key),
    });
    this.#tip = summary;
    this.#committed = { ...summary, seal, transactions: content.transactions };
    this.registry.apply(codeWrites);
    return summary;
  }

  /** Stores blocks that were executed on the tip, one after the other, all of them or none. */
  async commitBatch(batch: BlockBatch): Promise<void> {
    await this.store.commitBatch(batch);
    for (const { block, local } of batch.main) {
      this.#tip = pickSummary(block);
      this.registry.apply(local.filter(({ key }) => this.registry.isCodeKey(key)));
    }
    for (const block of batch.resource) this.resourceChain.follow(block);
  }

  /**
   * Undoes the last resource block, and before it the main blocks that name it (PROTOCOL 16.2). Throws `BLOCK_FIXED` at
   * the fixed height.
   */
  async undoResourceBlock(): Promise<void> {
    const { resourceChain } = this;
    // Before the first resource block there is nothing to name.
    const blockhash = resourceChain.tip?.blockhash ?? null;
    while (this.#tip.resource_blockhash === blockhash) await this.undo();
    await resourceChain.undo();
  }

  /**
   * Undoes the last main block: every cell that it changed holds its earlier value again (PROTOCOL 8.5). Throws
   * `BLOCK_FIXED` for a block at or below the main height that the fixed resource block names (PROTOCOL 10.10).
   */
  async undo(): Promise<MainBlockSummary> {
    const height = this.#tip.height;
    if (height <= this.resourceChain.fixedMainHeight) {
      throw errors.blockFixed({ chain: "main", height });
    }
    const hadCodes = await this.store.undoMainBlock(height);
    this.#tip = (await this.store.mainBlockSummary("last")) ?? NO_MAIN_BLOCK;
    // Codes are many, and blocks that register one are few.
    if (hadCodes) await this.registry.load(this.store);
    return this.#tip;
  }
}

/** A transaction is listed under its sender and, when it names one, its recipient (PROTOCOL 13.13). */
function toNewTransaction(transaction: SignedTransaction): NewTransaction {
  const to = transaction.transaction.get("to");
  const addresses = new Set([transaction.address]);
  if (typeof to === "string") addresses.add(to);
  return { hash: transaction.hash, record: transaction.text, addresses: [...addresses] };
}
