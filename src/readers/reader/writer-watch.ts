import { performance } from "node:perf_hooks";
import type { Client } from "../../client/create-client.js";
import { messageOf } from "../../codec/chain-error.js";
import { objectToMap, type Value } from "../../codec/value.js";
import { REQUESTS } from "../../records/operations/system-requests.js";
import { RAW_REQUEST } from "../../records/operations/requests.js";
import type { ChainEnd } from "../../store/store.js";
import type { Log } from "../../base/log.js";
import type { Policies } from "../../api/views/chain-views.js";

/** The pause between two questions to the node behind, in milliseconds. */
const ASK_MS = 1000;
/** The most questions about single transactions that are under way. */
const MAX_FATES = 32;
/** The number of the node's last heights that are remembered. */
const MAX_HEIGHTS = 4096;
const MAX_UNKNOWN = 4096;

const UNKNOWN: Policies = {
  chain_maker_policy: false,
  resource_miner_policy: false,
  peer_searcher_policy: false,
  collector_policy: false,
  mining: false,
};

export interface Lag {
  readonly blocks: number;
  /** The time for which the node has had a block that the database lacks. */
  readonly seconds: number;
}

/** Whether the database has a block; null when it has not reached its height. */
type HoldsBlock = (block: ChainEnd) => Promise<boolean | null>;

/** Watches the node behind a reader: its blocks, its policies, and since when a database lacks one of them. */
export class WriterWatch {
  readonly #client: Pick<Client, "info" | "send">;
  readonly #log: Log;
  readonly #nowMs: () => number;
  /** The last heights of the node, ascending, each with the time of its first sight. */
  #heights: { readonly height: number; readonly seenMs: number }[] = [];
  /** The time since which the database has another block than the node at the height of the node. */
  #partedMs: number | null = null;
  /** The transactions that the node did not know, until its next block. */
  readonly #unknown = new Set<string>();
  #policies = UNKNOWN;
  #last: ChainEnd | null = null;
  #fates = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** @param client a client without retries, because the next question is the retry. */
  constructor(client: Pick<Client, "info" | "send">, log: Log, nowMs = () => performance.now()) {
    this.#client = client;
    this.#log = log;
    this.#nowMs = nowMs;
  }

  /** The height of the node; null while it does not answer. */
  get height(): number | null {
    return this.#last?.height ?? null;
  }

  /** The policies of the node, from its last answer. */
  get policies(): Policies {
    return this.#policies;
  }

  /** Asks now, and from then on every second. */
  async start(holds: HoldsBlock): Promise<void> {
    await this.ask(holds);
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.start(holds), ASK_MS).unref();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Asks the node once, and whether the database holds its last block. */
  async ask(holds: HoldsBlock): Promise<void> {
    try {
      const { last_block, chain_maker_policy, resource_miner_policy, peer_searcher_policy, ...others } =
        await this.#client.info();
      const { collector_policy, mining } = others;
      this.#policies = {
        chain_maker_policy,
        resource_miner_policy,
        peer_searcher_policy,
        collector_policy,
        mining,
      };
      const last = last_block ?? { height: 0, blockhash: "" };
      this.#see(last);
      // A database that does not answer is reported by its own check.
      const isParted = last.height > 0 && (await holds(last).catch(() => null)) === false;
      this.#partedMs = isParted ? (this.#partedMs ?? this.#nowMs()) : null;
    } catch (error) {
      if (this.#last !== null) {
        const fields = { reason: messageOf(error) };
        this.#log({ level: "warn", module: "reader", message: "the node behind does not answer", fields });
      }
      this.#last = null;
    }
  }

  /** The distance of a height of a database behind the last known height of the node, which need not answer now. */
  lagOf(tip: number): Lag {
    const oldest = this.#heights.find(({ height }) => height > tip);
    const newest = this.#heights.at(-1);
    if (oldest === undefined || newest === undefined) return { blocks: 0, seconds: 0 };
    return { blocks: newest.height - tip, seconds: this.#secondsSince(oldest.seenMs) };
  }

  /** The seconds for which the database has had another block than the node at the height of the node. */
  get partedSeconds(): number {
    return this.#partedMs === null ? 0 : this.#secondsSince(this.#partedMs);
  }

  /** Asks the node for the fate of a transaction that no block holds; null when it is unknown or the node is busy. */
  async fateOf(hash: string): Promise<Value> {
    if (this.#fates >= MAX_FATES || this.#last === null || this.#unknown.has(hash)) return null;
    const { blockhash } = this.#last;
    this.#fates += 1;
    try {
      const request = objectToMap({ type: REQUESTS.GET_TRANSACTION.type, target: hash });
      const answer = await this.#client.send(RAW_REQUEST.name, new Map([["request", request]]));
      const fate = answer.get("fate") ?? null;
      const isPresent = this.#last?.blockhash === blockhash && this.#unknown.size < MAX_UNKNOWN;
      if (fate === null && isPresent) this.#unknown.add(hash);
      return fate;
    } catch {
      // The answer from the chain is complete without the fate.
      return null;
    } finally {
      this.#fates -= 1;
    }
  }

  #see(last: ChainEnd): void {
    if (last.blockhash !== this.#last?.blockhash) this.#unknown.clear();
    this.#last = last;
    // The node has undone the blocks above.
    this.#heights = this.#heights.filter(({ height }) => height <= last.height).slice(-MAX_HEIGHTS);
    if (this.#heights.at(-1)?.height !== last.height)
      this.#heights.push({ height: last.height, seenMs: this.#nowMs() });
  }

  #secondsSince(ms: number): number {
    return (this.#nowMs() - ms) / 1000;
  }
}
