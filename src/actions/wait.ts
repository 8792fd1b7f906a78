import { setTimeout as delay } from "node:timers/promises";
import type { Client, TransactionRecord } from "../client/index.js";
import * as errors from "./errors.js";
import { timeHashToTime } from "../codec/hash.js";
import { transactionDropped } from "../records/errors.js";
import type { SystemRequests } from "../client/system-requests.js";
import { transactionExpired } from "../client/errors.js";

const POLL_INTERVAL_MS = 200;
/** Before the first further question, doubled before each one after it: a chain without rounds has the block at once. */
const FIRST_POLL_MS = 5;

/** Waits between two requests to a node. Throws the signal's reason as soon as it is aborted. */
export async function pause(signal: AbortSignal, intervalMs = POLL_INTERVAL_MS): Promise<void> {
  signal.throwIfAborted();
  try {
    await delay(intervalMs, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

export async function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
}

export const DEFAULT_WAIT_S = 60;

const MILLISECONDS_PER_SECOND = 1000;
/** How often the node is asked although it tells of events: a transaction may also be too late. */
const TOLD_INTERVAL_MS = 1000;

interface WaitOptions {
  readonly timeoutS: number;
  readonly signal: AbortSignal;
  readonly advice: string;
  /** Called before each pause with the seconds waited so far. */
  readonly onWait?: (seconds: number) => void;
}

/** Waits until a block holds a transaction. Throws as `findTransaction` does, and `WAIT_TIMEOUT`. */
export async function waitForTransaction(
  client: Client,
  hash: string,
  { timeoutS, signal, advice, onWait }: WaitOptions,
): Promise<TransactionRecord> {
  const start = performance.now();
  const news = new News(client, hash, signal);
  let pollMs = FIRST_POLL_MS;
  try {
    for (;;) {
      // Taken before the node is asked, so that what it tells meanwhile is not missed.
      const told = news.next();
      const record = await findTransaction(client, hash);
      if (record !== null) return record;
      const waitedS = (performance.now() - start) / MILLISECONDS_PER_SECOND;
      if (waitedS >= timeoutS) throw errors.waitTimeout({ hash, seconds: timeoutS, advice });
      onWait?.(waitedS);
      if (!news.isTold) await pause(signal, Math.min(pollMs, POLL_INTERVAL_MS));
      else await pause(AbortSignal.any([signal, told]), TOLD_INTERVAL_MS).catch(() => undefined);
      signal.throwIfAborted();
      pollMs *= 2;
    }
  } finally {
    news.end();
  }
}

/** What a node tells of one transaction. 2.1 nodes have no events. */
class News {
  readonly #end = new AbortController();
  #told = new AbortController();
  #isTold = false;

  constructor(client: Client, hash: string, outer: AbortSignal) {
    void this.#listen(client, hash, AbortSignal.any([outer, this.#end.signal]));
  }

  /** Whether the node tells of its events at present. */
  get isTold(): boolean {
    return this.#isTold;
  }

  /** Aborted as soon as the node tells something. */
  next(): AbortSignal {
    this.#told = new AbortController();
    return this.#told.signal;
  }

  end(): void {
    this.#end.abort();
  }

  async #listen(client: Client, hash: string, signal: AbortSignal): Promise<void> {
    const onOpen = (): void => {
      this.#isTold = true;
      // It may have been committed before the stream was open.
      this.#told.abort();
    };
    try {
      const events = client.events({ types: ["transaction"], hash, signal, onOpen });
      for (;;) {
        if ((await events.next()).done === true) return;
        this.#told.abort();
      }
    } catch {
      // Without events the node is asked more often, and its own failures show in the answers.
    } finally {
      this.#isTold = false;
      this.#told.abort();
    }
  }
}

/**
 * Returns the record of a transaction in a block, null while a block may still include it. Throws `TRANSACTION_DROPPED`
 * with the node's reason when the node accepted the transaction and dropped it (PROTOCOL 13.11, 15.2), and
 * `TRANSACTION_EXPIRED` when the chain is past the transaction's time (PROTOCOL 5.5).
 */
export async function findTransaction(
  client: Pick<SystemRequests, "getBlockSummary" | "getTransaction" | "transactionFate">,
  hash: string,
): Promise<TransactionRecord | null> {
  // The tip is read first, so that the next request finds a transaction that this tip holds.
  const tip = await client.getBlockSummary();
  const record = await client.getTransaction(hash);
  if (record !== null) return record;
  const fate = await client.transactionFate(hash);
  if (fate?.state === "dropped") throw transactionDropped({ hash, height: fate.height, reason: fate.reason });
  const isPast = tip !== null && tip.s_timestamp >= timeHashToTime(hash);
  if (isPast && fate === null) throw transactionExpired({ hash, height: tip.height });
  return null;
}
