import { ChainError } from "../codec/chain-error.js";
import type { Client } from "../client/create-client.js";
import type { Clock } from "../consensus/clock.js";
import type { Lane } from "../consensus/lane.js";
import type { TransactionPool } from "../consensus/transaction-pool.js";
import type { Ledger } from "../ledger/ledger.js";
import type { MainBlock } from "../records/main-block.js";
import type { SignedTransaction } from "../records/transaction.js";
import { applyBlock, type ApplyOptions } from "./apply-block.js";
import { createBlockSource, type BlockSource } from "./block-source.js";
import { findCommonBlocks, type CommonBlocks } from "./common-blocks.js";
import { interleave, type ChainBlock } from "./interleave.js";
import { NeighbourPoll } from "./neighbour-poll.js";
import type { PeerLog } from "./peer-log.js";
import type { Peer } from "./peer-table.js";
import { switchChains, type Branch } from "./switch-chains.js";
import { ProgressMeter, type SyncProgress } from "./sync-progress.js";
import type { Tracker } from "./tracker.js";

/** What a node does about blocks that came from others. */
export interface SyncListener {
  /** A main block is committed. */
  readonly onMainBlock: (block: MainBlock) => void;
  /** These were committed in blocks that gave way to others. */
  readonly onUndone: (transactions: readonly SignedTransaction[]) => void;
}

export interface SyncOptions {
  readonly ledger: Ledger;
  readonly clock: Clock;
  /** Blocks are committed in it. */
  readonly lane: Lane;
  readonly tracker: Tracker;
  /** Holds transactions whose signatures have been verified. */
  readonly pool: TransactionPool;
  readonly listener: SyncListener;
  readonly log: PeerLog;
}

/** How far the chains of a node go. */
interface Standing {
  readonly main: number;
  readonly resource: number;
}

const POLLS_PER_INTERVAL = 4;
/** Progress is logged this often. */
const REPORT_US = 5_000_000;

/** Follows the longest chain among the neighbours (PROTOCOL 11). */
export class Sync {
  readonly #options: SyncOptions;
  readonly #poll: NeighbourPoll;
  /** By host, as they said last. */
  readonly #standings = new Map<string, Standing>();
  #following = false;
  #meter: ProgressMeter | null = null;

  constructor(options: SyncOptions) {
    this.#options = options;
    const { clock, tracker, log, ledger } = options;
    const intervalUs = ledger.network.constants.main_chain_interval / POLLS_PER_INTERVAL;
    this.#poll = new NeighbourPoll({ clock, tracker, log, intervalUs, ask: (peer) => this.#ask(peer) });
  }

  /** Whether blocks of a peer are being taken now. */
  get isFollowing(): boolean {
    return this.#following;
  }

  /** Null when there is nothing to catch up with. */
  progress(): SyncProgress | null {
    const { ledger, clock } = this.#options;
    return this.#meter?.at(ledger.tip.height, clock.nowUs()) ?? null;
  }

  start(): void {
    this.#poll.start();
  }

  stop(): Promise<void> {
    return this.#poll.stop();
  }

  /** Asks how far a peer's chains go, and takes its blocks when it is the longest now. */
  async #ask(peer: Peer): Promise<void> {
    const client = this.#options.tracker.client(peer);
    this.#standings.delete(peer.host);
    const theirs = await this.#standingOf(client);
    if (theirs === null) return;
    this.#standings.set(peer.host, theirs);
    if (this.#following || !this.#isLongestPeer(theirs) || !this.#hasMore(theirs)) return;
    this.#following = true;
    try {
      await this.#follow(client, theirs);
    } finally {
      this.#following = false;
      this.#meter = null;
    }
  }

  /** Null for a peer that has not come to our fixed height. Throws `PEER_CHAIN` when it has another block there. */
  async #standingOf(client: Client): Promise<Standing | null> {
    const { store, resourceChain } = this.#options.ledger;
    const { fixedHeight } = resourceChain;
    const [main, resource] = [await client.round(), await client.resourceRound(fixedHeight)];
    if (resource.sync_limit < fixedHeight) return null;
    const fixed = fixedHeight === 0 ? null : await store.resourceBlock({ height: fixedHeight });
    if (fixed !== null && fixed.blockhash !== resource.block.blockhash) throw otherChain();
    return { main: main.sync_limit, resource: resource.sync_limit };
  }

  #isLongestPeer(theirs: Standing): boolean {
    const hosts = new Set(this.#options.tracker.neighbours().map(({ host }) => host));
    for (const [host, standing] of this.#standings) {
      if (!hosts.has(host)) this.#standings.delete(host);
      else if (isLonger(standing, theirs)) return false;
    }
    return true;
  }

  #hasMore(theirs: Standing): boolean {
    const ours = this.#ours();
    return theirs.main > ours.main || theirs.resource > ours.resource;
  }

  #ours(): Standing {
    const { tip, resourceChain } = this.#options.ledger;
    return { main: tip.height, resource: resourceChain.tip?.height ?? 0 };
  }

  async #follow(client: Client, theirs: Standing): Promise<void> {
    const { ledger } = this.#options;
    const common = await findCommonBlocks(ledger, client);
    const ours = this.#ours();
    const source = createBlockSource(client);
    const isFork =
      common.main < Math.min(ours.main, theirs.main) ||
      common.resource < Math.min(ours.resource, theirs.resource);
    if (!isFork) await this.#extend(source, theirs);
    else if (isLonger(theirs, ours)) await this.#switch(source, common, theirs);
  }

  /** Takes the blocks that follow ours. */
  async #extend(source: BlockSource, theirs: Standing): Promise<void> {
    const { ledger, clock } = this.#options;
    const ours = this.#ours();
    this.#meter = new ProgressMeter(ours.main, theirs.main, clock.nowUs());
    let reportUs = clock.nowUs() + REPORT_US;
    const blocks = interleave(
      source.main(ours.main + 1, theirs.main),
      source.resource(ours.resource + 1, theirs.resource),
      ours.main,
    );
    for await (const next of blocks) {
      if (!(await this.#apply(next))) return;
      if (clock.nowUs() < reportUs) continue;
      this.#options.log("info", "syncing", { ...this.#meter.at(ledger.tip.height, clock.nowUs()) });
      reportUs = clock.nowUs() + REPORT_US;
    }
  }

  /** False when our own chain has gone on meanwhile, which is not the peer's fault, or the node stops. */
  #apply(next: ChainBlock): Promise<boolean> {
    const { ledger, lane, listener } = this.#options;
    return lane.run(async () => {
      const height = next.chain === "main" ? ledger.tip.height : (ledger.resourceChain.tip?.height ?? 0);
      if (next.block.height !== height + 1 || !this.#poll.isRunning) return false;
      const tip = next.chain === "main" ? ledger.tip.blockhash : ledger.resourceChain.tip?.blockhash;
      if (next.block.previous_blockhash !== (tip ?? "")) return false;
      await applyBlock(ledger, next, this.#applyOptions());
      if (next.chain === "main") listener.onMainBlock(next.block);
      return true;
    });
  }

  /** Fetches as much of a peer's branch as makes it longer than ours, and takes it in place of ours. */
  async #switch(source: BlockSource, common: CommonBlocks, theirs: Standing): Promise<void> {
    const { ledger, lane, listener, log } = this.#options;
    const ours = this.#ours();
    const last = await ledger.store.resourceBlock({ height: common.resource });
    if (last !== null && last.main_height > common.main) {
      throw new ChainError("PEER_CHAIN", "The peer's two chains do not belong together. ");
    }
    const resource = await collect(
      source.resource(common.resource + 1, Math.min(theirs.resource, ours.resource + 1)),
    );
    const named = resource.at(-1)?.main_height ?? 0;
    const needed = theirs.resource > ours.resource ? named : Math.max(named, ours.main + 1);
    const branch: Branch = { main: await collect(source.main(common.main + 1, needed)), resource };
    if (!isLonger(endOf(branch, common), ours)) return;
    const undone = await lane.run(async () => {
      const now = this.#ours();
      // Our own chains have gone on meanwhile: the next comparison tells.
      if (now.main !== ours.main || now.resource !== ours.resource) return null;
      return switchChains(ledger, common, branch, this.#applyOptions());
    });
    if (undone === null) return;
    log("info", "took the longest chain", { ...common, blocks: branch.main.length, undone: undone.length });
    for (const block of branch.main) listener.onMainBlock(block);
    if (undone.length > 0) listener.onUndone(undone);
  }

  #applyOptions(): ApplyOptions {
    const { clock, pool } = this.#options;
    return {
      nowUs: clock.nowUs(),
      isVerified: ({ hash, signature }) => pool.get(hash)?.transaction.signature === signature,
    };
  }
}

/** The resource chain decides; among equals the main chain. */
function isLonger(left: Standing, right: Standing): boolean {
  return left.resource > right.resource || (left.resource === right.resource && left.main > right.main);
}

function endOf({ main, resource }: Branch, common: CommonBlocks): Standing {
  return { main: common.main + main.length, resource: common.resource + resource.length };
}

async function collect<Block>(blocks: AsyncIterable<Block>): Promise<readonly Block[]> {
  const collected: Block[] = [];
  for await (const block of blocks) collected.push(block);
  return collected;
}

function otherChain(): ChainError {
  return new ChainError("PEER_CHAIN", "The peer has another block at our fixed height. ");
}
