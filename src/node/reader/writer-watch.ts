import { performance } from "node:perf_hooks";
import type { Client } from "../../client/create-client.js";
import { messageOf } from "../../codec/chain-error.js";
import type { Value } from "../../codec/value.js";
import { GET_TRANSACTION } from "../../records/operations/requests/get-transaction.js";
import { RAW_REQUEST } from "../../records/operations/raw-request.js";
import type { Log } from "../log.js";
import type { Policies } from "../views/chain-views.js";

/** The pause between two questions to the node behind, in milliseconds. */
const ASK_MS = 1000;
/** The most questions about single transactions that are under way. */
const MAX_FATES = 32;
/** The most heights above the database's that are remembered. Later ones are dropped. */
const MAX_AWAITED = 4096;

const UNKNOWN: Policies = {
  chain_maker_policy: false,
  resource_miner_policy: false,
  peer_searcher_policy: false,
  collector_policy: false,
  mining: false,
};

/** The distance of the database behind the node. */
export interface Lag {
  readonly blocks: number;
  /** The time for which the node has had a block that the database lacks. */
  readonly seconds: number;
}

const NO_LAG: Lag = { blocks: 0, seconds: 0 };

/** Watches the node behind a reader: its height, its policies, and since when the database lacks a block of it. */
export class WriterWatch {
  readonly #client: Pick<Client, "info" | "send">;
  readonly #log: Log;
  readonly #nowMs: () => number;
  /** The heights of the node that the database has not reached, ascending, each with the time of its first sight. */
  #awaited: { readonly height: number; readonly seenMs: number }[] = [];
  #policies = UNKNOWN;
  #height: number | null = null;
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
    return this.#height;
  }

  /** The policies of the node, from its last answer. */
  get policies(): Policies {
    return this.#policies;
  }

  /** Asks now, and from then on every second. */
  async start(tip: () => number): Promise<void> {
    await this.ask(tip());
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.start(tip), ASK_MS).unref();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  /** Asks the node once. @param tip the height of the database. */
  async ask(tip: number): Promise<void> {
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
      this.#see(last_block?.height ?? 0, tip);
    } catch (error) {
      if (this.#height !== null) {
        const fields = { reason: messageOf(error) };
        this.#log({ level: "warn", module: "reader", message: "the node behind does not answer", fields });
      }
      this.#height = null;
    }
  }

  /** The distance of a height of the database behind the last known height of the node, which need not answer now. */
  lagOf(tip: number): Lag {
    this.#forget(tip);
    const [oldest] = this.#awaited;
    const newest = this.#awaited.at(-1);
    if (oldest === undefined || newest === undefined) return NO_LAG;
    return { blocks: newest.height - tip, seconds: (this.#nowMs() - oldest.seenMs) / 1000 };
  }

  /** Asks the node for the fate of a transaction that no block holds; null when it is unknown or the node is busy. */
  async fateOf(hash: string): Promise<Value> {
    if (this.#fates >= MAX_FATES || this.#height === null) return null;
    this.#fates += 1;
    try {
      const request = new Map<string, Value>([
        ["type", GET_TRANSACTION.type],
        ["target", hash],
      ]);
      const answer = await this.#client.send(RAW_REQUEST.name, new Map([["request", request]]));
      return answer.get("fate") ?? null;
    } catch {
      // The answer from the chain is complete without the fate.
      return null;
    } finally {
      this.#fates -= 1;
    }
  }

  #see(height: number, tip: number): void {
    this.#height = height;
    // The node has undone the blocks above.
    this.#awaited = this.#awaited.filter((awaited) => awaited.height <= height);
    if (height > tip && this.#awaited.at(-1)?.height !== height && this.#awaited.length < MAX_AWAITED)
      this.#awaited.push({ height, seenMs: this.#nowMs() });
    this.#forget(tip);
  }

  #forget(tip: number): void {
    while ((this.#awaited[0]?.height ?? Number.POSITIVE_INFINITY) <= tip) this.#awaited.shift();
  }
}
