import type { ChainError } from "../../codec/chain-error.js";
import type { Clock } from "../../base/clock/clock.js";
import type { Lane } from "../../base/lane.js";
import type { TransactionPool } from "../../consensus/transaction-pool.js";
import type { Ledger } from "../../ledger/ledger.js";
import type { SignatureVerifier } from "../../ledger/signatures/signature-verifier.js";
import { BranchCheck } from "../../ledger/branch-check.js";
import type { MainBlock } from "../../records/main-block.js";
import type { ResourceBlock } from "../../records/resource-block.js";
import type { SignedTransaction } from "../../records/transaction.js";
import type { ApplyOptions } from "../../ledger/apply/apply-batch.js";
import { applyBlocks } from "../../ledger/apply/apply-blocks.js";
import {
  hasBetterResources,
  isBetter,
  compareChains,
  undoesSettled,
  undoneFor,
  type Comparison,
} from "./compare-chains.js";
import type { CommitTimes } from "./commit-times.js";
import type { CommonBlocks } from "./common-blocks.js";
import { SyncPeers, type SyncPeersOptions } from "./sync-peers.js";
import { fetchAhead, type FetchOptions } from "./fetch-ahead.js";
import { fetchBranch } from "./fetch-branch.js";
import { interleave, type ChainBlock } from "../../ledger/apply/chain-block.js";
import type { PeerLog } from "../tracking/peer-log.js";
import type { Peer } from "../tracking/peer-table.js";
import type { RefusedBlock } from "./refused-blocks.js";
import { MAIN_CHAIN, planned, RESOURCE_CHAIN, type PlannedBlock } from "./served-chain.js";
import { SignaturesAhead } from "../../ledger/signatures/signatures-ahead.js";
import { hasMore, ownStatus, type ChainStatus } from "./chain-status.js";
import { switchChains } from "./switch-chains.js";
import { timedClient, type AskedPeer } from "./timed-client.js";
import { ProgressMeter, type SyncProgress } from "./sync-progress.js";
import * as errors from "../errors.js";

/** How the node reacts to blocks of others. */
export interface SyncListener {
  readonly onMainBlock: (block: MainBlock) => void;
  /** Called with the transactions of undone blocks that the new ones do not hold. */
  readonly onUndone: (transactions: readonly SignedTransaction[]) => void;
}

export interface SyncSessionOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Serialises commits. */
  readonly lane: Lane;
  /** Its transactions have verified signatures. */
  readonly pool: TransactionPool;
  readonly verifier: SignatureVerifier;
  readonly listener: SyncListener;
  readonly commitTimes: CommitTimes;
  readonly log: PeerLog;
  readonly clientOf: SyncPeersOptions["clientOf"];
  readonly isNamed: NonNullable<SyncPeersOptions["isNamed"]>;
  readonly onFailure: (peer: Peer, reason: ChainError) => void;
  /** Called with each block that a peer gave and that is valid, on the branch that it is of. */
  readonly onGiven: () => void;
  /** Called when a block is refused, before the peer that gave it is dismissed. */
  readonly onRefused: (refused: RefusedBlock) => void;
  readonly isStopped: () => boolean;
}

const REPORT_US = 5_000_000;

/** One sync with the lead, the peer with the longest chain, and all others that can give its blocks (PROTOCOL 11.2). */
export class SyncSession {
  readonly #options: SyncSessionOptions;
  readonly #lead: AskedPeer;
  readonly #theirs: ChainStatus;
  /** This node's chains at the last comparison. */
  #ours: ChainStatus;
  readonly #peers: SyncPeers;
  readonly #signatures: SignaturesAhead;
  readonly #sources = new WeakMap<MainBlock | ResourceBlock, Peer>();
  readonly #meter: ProgressMeter;
  #reportUs: number;

  constructor(lead: Peer, theirs: ChainStatus, options: SyncSessionOptions) {
    const { clock, onFailure, pool, verifier } = options;
    this.#options = options;
    this.#peers = new SyncPeers(lead, { ...options, onDismiss: onFailure });
    this.#lead = { host: lead.host, client: this.#peers.lead, status: theirs };
    this.#theirs = theirs;
    this.#ours = ownStatus(options.ledger);
    this.#signatures = new SignaturesAhead(verifier, (transaction) => pool.holds(transaction));
    this.#meter = new ProgressMeter(this.#ours.main, theirs.main, clock.nowUs());
    this.#reportUs = clock.nowUs() + REPORT_US;
  }

  progress(): SyncProgress {
    return this.#meter.at(this.#options.clock.nowUs());
  }

  /** Adds another peer that has more blocks than this node. If they are of the same chain, it is asked for them too. */
  join(peer: Peer): void {
    this.#peers.join(peer);
  }

  /** Whether no peer has completed an answer for some seconds. */
  get isLate(): boolean {
    return this.#peers.isLate;
  }

  /** Ends what strangers give: a peer that the operator named has waited for too long. */
  dismissStrangers(): void {
    this.#peers.dismissStrangers();
  }

  /** Whether this very failure has been reported already. */
  hasReported(failure: unknown): boolean {
    return this.#peers.hasReported(failure);
  }

  /** Whether this node's chains are still those of the last comparison. */
  get isCurrent(): boolean {
    const { tip, resourceTip } = ownStatus(this.#options.ledger);
    return tip.blockhash === this.#ours.tip.blockhash && resourceTip === this.#ours.resourceTip;
  }

  /** Compares the lead's chains with this node's. Throws `PEER_STALLED` when the lead takes longer, in µs. */
  compare(limitUs: number): Promise<Comparison> {
    const { ledger, clock, commitTimes } = this.#options;
    this.#ours = ownStatus(ledger);
    return compareChains(ledger, timedClient(this.#lead, clock, limitUs), {
      ours: this.#ours,
      theirs: this.#theirs,
      commitTimes,
      nowUs: clock.nowUs(),
    });
  }

  /**
   * Takes the lead's blocks, as the comparison says. Throws `PEER_BLOCKS_MISSING` when the lead has no blocks to give
   * after all, or the last failure when no peer gives them.
   */
  async take(comparison: Comparison): Promise<void> {
    const { choice } = comparison;
    if (choice === "extend") await this.#extend(this.#ours);
    if (choice !== "switch") return;
    const base = await this.#switch(comparison);
    if (base === null) return;
    // Only the part of the branch that decides was fetched. A block made now, before the rest, would fork again.
    const ours = ownStatus(this.#options.ledger);
    if (base.main > comparison.common.main) await this.#extendShared(ours);
    else if (hasMore(this.#theirs, ours)) await this.#extend(ours);
  }

  /** Takes the blocks that follow this node's. */
  async #extend(ours: ChainStatus): Promise<void> {
    const theirs = this.#theirs;
    const main = {
      from: ours.main + 1,
      to: theirs.main,
      previous_blockhash: ours.tip.blockhash,
      told: nextTold(ours, theirs),
    };
    const blocks = interleave(
      fetchAhead(MAIN_CHAIN, main, this.#fetchOptions()),
      this.#resourceBlocksAfter(ours),
      { mainHeight: ours.main },
    );
    if (!(await this.#apply(blocks))) throw errors.peerBlocksMissing();
  }

  /**
   * Takes the resource blocks that follow this node's and name main blocks of both chains, where the main chains have
   * parted. The next comparison decides about the main blocks.
   */
  async #extendShared(ours: ChainStatus): Promise<void> {
    const { store } = this.#options.ledger;
    const following = this.#resourceBlocksAfter(ours);
    async function* shared(): AsyncGenerator<ChainBlock, void, undefined> {
      for await (const block of following) {
        const named = await store.mainBlockSummary({ height: block.main_height });
        if (named?.blockhash !== block.main_blockhash) return;
        yield { chain: "resource", block };
      }
    }
    await this.#apply(shared());
  }

  #resourceBlocksAfter(ours: ChainStatus): AsyncIterable<ResourceBlock> {
    const range = {
      from: ours.resource + 1,
      to: this.#theirs.resource,
      previous_blockhash: this.#options.ledger.resourceChain.tip?.blockhash ?? "",
    };
    return fetchAhead(RESOURCE_CHAIN, range, this.#fetchOptions());
  }

  /** Applies blocks that follow this node's, and returns whether there was any. */
  #apply(blocks: AsyncIterable<ChainBlock>): Promise<boolean> {
    const { ledger, isStopped } = this.#options;
    return applyBlocks(ledger, blocks, {
      ...this.#applyOptions(),
      onStored: (next) => this.#noteStored(next),
      isStopped,
      admit: (batch, apply) => this.#admit(batch, apply),
    });
  }

  #fetchOptions(): FetchOptions<MainBlock | ResourceBlock> {
    const onArrival = (blocks: readonly (MainBlock | ResourceBlock)[], peer: Peer): void => {
      for (const block of blocks) this.#sources.set(block, peer);
      this.#signatures.begin(blocks.filter((block) => "seal" in block));
    };
    return { peers: this.#peers, onArrival, clock: this.#options.clock };
  }

  /**
   * Applies a batch. Returns false when this node's chain has advanced meanwhile, which is not the peer's fault, or when
   * the node stops.
   */
  #admit(batch: readonly ChainBlock[], apply: () => Promise<void>): Promise<boolean> {
    const { lane, isStopped } = this.#options;
    return lane(async () => {
      if (isStopped() || !this.#isNext(batch)) return false;
      await apply();
      return true;
    });
  }

  /** Whether the first block of each chain follows this node's last one. */
  #isNext(batch: readonly ChainBlock[]): boolean {
    const { tip, resourceChain } = this.#options.ledger;
    const follows = (chain: ChainBlock["chain"], { height, blockhash }: typeof NO_BLOCK): boolean => {
      const block = batch.find((next) => next.chain === chain)?.block;
      return block === undefined || (block.height === height + 1 && block.previous_blockhash === blockhash);
    };
    return follows("main", tip) && follows("resource", resourceChain.tip ?? NO_BLOCK);
  }

  #noteStored(next: ChainBlock): void {
    this.#options.onGiven();
    if (next.chain !== "main") return;
    this.#options.listener.onMainBlock(next.block);
    this.#reach(next.block.height);
  }

  /**
   * Fetches the part of a peer's branch that decides, takes it in place of this node's blocks, and returns the heights
   * down to which those were undone. Null when this node's chains have changed meanwhile, or its blocks have settled
   * (PROTOCOL 15.3): the next comparison decides.
   */
  async #switch({ common, fork, work }: Comparison): Promise<CommonBlocks | null> {
    const { ledger, lane, listener, log, clock, commitTimes, onGiven } = this.#options;
    const ours = this.#ours;
    const theirs = this.#theirs;
    if (!this.isCurrent) return null;
    const fetchOptions = this.#fetchOptions();
    const check = await BranchCheck.open(ledger, common);
    const branch = await fetchBranch(
      ledger,
      { ours, theirs, common, reach: work?.reach ?? null },
      {
        ...fetchOptions,
        onArrival: (blocks, peer) => {
          fetchOptions.onArrival(blocks, peer);
          for (const block of blocks) if ("seal" in block) this.#reach(block.height);
        },
        check: async (next) => {
          await check.take(next, this.#applyOptions());
          onGiven();
        },
      },
    );
    if (!isBetter(branch, { common, ours, theirs, fork, work })) throw errors.peerBlocksMissing();
    const switched = await lane(async () => {
      if (!this.isCurrent) return null;
      const base = await undoneFor(ledger, { common, theirs, branch });
      const isResourceBetter = hasBetterResources(branch, { common, ours, work });
      if (!isResourceBetter && (await undoesSettled(ledger, base, { commitTimes, nowUs: clock.nowUs() })))
        return null;
      return {
        base,
        undone: await switchChains(ledger, { common: base, theirs: branch }, this.#applyOptions()),
      };
    });
    if (switched === null) return null;
    const { base, undone } = switched;
    log("info", "took the longest chain", { ...common, blocks: branch.main.length, undone: undone.length });
    for (const block of branch.main) listener.onMainBlock(block);
    if (undone.length > 0) listener.onUndone(undone);
    return base;
  }

  #applyOptions(): ApplyOptions {
    return {
      nowUs: () => this.#options.clock.nowUs(),
      isLive: true,
      signatures: this.#signatures,
      onRefused: (refused, reason) => this.#refuse(refused, reason),
    };
  }

  #refuse({ chain, block }: ChainBlock, reason: ChainError): void {
    const peer = this.#sources.get(block);
    // This node's own blocks are no peer's fault.
    if (peer === undefined) return;
    const { height, blockhash } = block;
    this.#options.onRefused({ peer, chain, height, blockhash, reason });
    this.#peers.dismiss(peer, reason);
  }

  #reach(height: number): void {
    const { clock, log } = this.#options;
    this.#meter.reach(height);
    if (clock.nowUs() < this.#reportUs) return;
    log("info", "syncing", { ...this.progress() });
    this.#reportUs = clock.nowUs() + REPORT_US;
  }
}

const NO_BLOCK = { height: 0, blockhash: "" };

/** The next block, if it is the last one that the peer has shown, as it nearly always is between neighbours. */
function nextTold(ours: ChainStatus, { main, tip }: ChainStatus): readonly PlannedBlock[] | null {
  const isNext = main === ours.main + 1 && tip.height === main;
  return isNext ? [planned(tip, tip.transaction_count)] : null;
}
