import { LRUCache } from "lru-cache";
import { ChainError } from "../../codec/chain-error.js";
import { isList, memberOf, type Value } from "../../codec/value.js";
import type { Clock } from "../../base/clock/clock.js";
import type { Lane } from "../../base/lane.js";
import type { RoundNews, ToldTips } from "../../consensus/round-news.js";
import type { TransactionPool } from "../../consensus/transaction-pool.js";
import type { Ledger } from "../../ledger/ledger.js";
import { verifyAnnouncedBlock } from "../../ledger/verify-block.js";
import { Fields } from "../../records/fields.js";
import { readSealedHeader, type MainBlock, type SealedHeader } from "../../records/main-block.js";
import { MAX_TOLD_TRANSACTIONS } from "../../records/operations/limits.js";
import * as errors from "../errors.js";

/** A main block as a peer tells it: the ids of its transactions in their place, and no updates. */
export interface ToldBlock extends SealedHeader {
  readonly ids: readonly string[];
}

/** Where a peer's chains end, and its last main block if it follows this node's last one. */
export interface PeerEnds extends ToldTips {
  readonly block: ToldBlock | null;
}

export interface AnnouncedOptions {
  readonly ledger: Ledger;
  readonly lane: Lane;
  readonly clock: Clock;
  readonly pool: TransactionPool;
  readonly news: RoundNews;
  readonly onMainBlock: (block: MainBlock) => void;
}

/** How many told blocks that could not be taken are remembered. */
const MAX_REFUSED = 64;

/**
 * Takes the blocks that peers tell (PROTOCOL 15.15): a node that holds the transactions of a block makes the block
 * itself. One that it cannot make is fetched as any other, and only then counts against its peer.
 */
export class AnnouncedBlocks {
  readonly #options: AnnouncedOptions;
  /** By blockhash. */
  readonly #refused = new LRUCache<string, true>({ max: MAX_REFUSED });
  /** By blockhash, those that are being made. */
  readonly #open = new Map<string, Promise<boolean>>();

  constructor(options: AnnouncedOptions) {
    this.#options = options;
  }

  /** Whether a block follows the tip, and this node has not failed to make it. */
  isNext({ previous_blockhash, blockhash }: ToldBlock): boolean {
    return previous_blockhash === this.#options.ledger.tip.blockhash && !this.#refused.has(blockhash);
  }

  isWhole({ ids }: ToldBlock): boolean {
    return ids.every((id) => this.#hashOf(id) !== undefined);
  }

  /** Makes and commits a block. Returns whether it is the tip now. */
  take(block: ToldBlock): Promise<boolean> {
    const { blockhash } = block;
    const open = this.#open.get(blockhash) ?? this.#take(block).finally(() => this.#open.delete(blockhash));
    this.#open.set(blockhash, open);
    return open;
  }

  async #take({ ids, ...header }: ToldBlock): Promise<boolean> {
    const { ledger, lane, clock, pool, onMainBlock } = this.#options;
    const { blockhash, seal } = header;
    try {
      return await lane(async () => {
        if (ledger.tip.blockhash === blockhash) return true;
        const found = ids.flatMap((id) => pool.get(this.#hashOf(id) ?? "") ?? []);
        if (ledger.tip.blockhash !== header.previous_blockhash || found.length < ids.length) return false;
        const transactions = found.map(({ transaction }) => transaction);
        // The pool verified their signatures.
        const options = { nowUs: clock.nowUs(), isVerified: () => true };
        const executed = await verifyAnnouncedBlock(ledger, { ...header, transactions }, options);
        await ledger.commit(executed, seal);
        onMainBlock({ ...header, ...executed.content });
        return true;
      });
    } catch (error) {
      if (!(error instanceof ChainError) || error.kind === "local") throw error;
      this.#refused.set(blockhash, true);
      return false;
    }
  }

  #hashOf(id: string): string | undefined {
    return this.#options.news.transactionOf(id);
  }
}

/** Reads the block that a peer tells; null when it tells none. Throws when it is malformed. */
export function readToldBlock(value: Value | undefined): ToldBlock | null {
  if (value === undefined) return null;
  const header = readSealedHeader(new Fields(value, "main block"));
  const ids = memberOf(value, "transactions");
  if (!isList(ids) || ids.length > MAX_TOLD_TRANSACTIONS || !ids.every((id) => typeof id === "string"))
    throw errors.peerBroadcast({ reason: "a block of another form" });
  return { ...header, ids };
}
