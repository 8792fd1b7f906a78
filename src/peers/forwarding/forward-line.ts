import { ChainError } from "../../codec/chain-error.js";
import { valueToText } from "../../codec/text.js";
import { objectToMap, memberOf, type Value } from "../../codec/value.js";
import type { Client } from "../../client/create-client.js";
import type { Clock } from "../../base/clock/clock.js";
import {
  FORWARD_BUSY as BUSY,
  FORWARD_TAKEN as TAKEN,
  SEND_RAW_TRANSACTION,
} from "../../records/operations/transactions.js";
import { MAX_FORWARDED_TOGETHER } from "../../records/operations/limits.js";
import type { SignedTransaction } from "../../records/transaction.js";
import { isPassing } from "../transport/failure-kind.js";

export interface ForwardLineOptions {
  readonly client: Client;
  readonly clock: Clock;
  /** The transaction of a hash while it waits for a block, else undefined. */
  readonly waiting: (hash: string) => SignedTransaction | undefined;
  /** Proves that this node forwards these records; undefined while the host is not known as a peer. */
  readonly prove?: (records: readonly Value[]) => Value | undefined;
  /** Called when the host has taken a transaction. */
  readonly onTaken: (hash: string) => void;
}

/** Transactions of one millisecond travel together. */
const BATCH_US = 1000;
/** How many hashes wait for one host. Further ones reach it by polling. */
const MAX_WAITING = 4096;
/** How many bytes of transactions are sent together, unless one alone is longer: what a request body may weigh. */
const MAX_BYTES_TOGETHER = 128 * 1024;
const MAX_OPEN = 16;
/** The pauses before the second and the third try, µs. */
const PAUSES_US: readonly number[] = [50_000, 200_000];

interface Waiting {
  readonly hash: string;
  readonly tries: number;
}

/**
 * Sends accepted transactions to one slot holder in the form of SendRawTransaction (PROTOCOL 15.14). A host that has
 * understood the mark takes many in one request, any other takes each in a request of its own.
 */
export class ForwardLine {
  readonly #options: ForwardLineOptions;
  readonly #waiting: Waiting[] = [];
  #takesMany = false;
  #open = 0;
  #isArmed = false;

  constructor(options: ForwardLineOptions) {
    this.#options = options;
  }

  add(hash: string): void {
    this.#put({ hash, tries: 0 });
  }

  #put(waiting: Waiting): void {
    if (this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push(waiting);
    this.#arm();
  }

  #arm(): void {
    if (this.#isArmed || this.#open >= MAX_OPEN || this.#waiting.length === 0) return;
    this.#isArmed = true;
    this.#options.clock.schedule(BATCH_US, () => {
      this.#isArmed = false;
      while (this.#waiting.length > 0 && this.#open < MAX_OPEN) void this.#send(this.#take());
    });
  }

  #take(): readonly Waiting[] {
    const most = this.#takesMany ? MAX_FORWARDED_TOGETHER : 1;
    let [count, bytes] = [0, 0];
    for (const { hash } of this.#waiting) {
      bytes += this.#options.waiting(hash)?.size ?? 0;
      if (count > 0 && (count >= most || bytes > MAX_BYTES_TOGETHER)) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #send(batch: readonly Waiting[]): Promise<void> {
    const { waiting, onTaken } = this.#options;
    const sent = batch.filter(({ hash }) => waiting(hash) !== undefined);
    if (sent.length === 0) return;
    this.#open += 1;
    try {
      const outcomes = await this.#call(sent.flatMap(({ hash }) => waiting(hash) ?? []));
      for (const [index, { hash, tries }] of sent.entries()) {
        const outcome = outcomes[index];
        if (outcome === TAKEN) onTaken(hash);
        else if (outcome === BUSY) this.#again(hash, tries);
      }
    } finally {
      this.#open -= 1;
      this.#arm();
    }
  }

  /** What became of each, in order: `TAKEN`, `BUSY` when it can be tried again, else the code of its refusal. */
  async #call(transactions: readonly SignedTransaction[]): Promise<readonly string[]> {
    const records = transactions.map(recordOf);
    const isMany = records.length > 1;
    const parameters = new Map<string, Value>(
      isMany ? [["forward", records]] : [...(records[0] ?? []), ["forward", 1n]],
    );
    const proof = isMany ? this.#options.prove?.(records) : undefined;
    if (proof !== undefined) parameters.set("by", proof);
    try {
      const answer = await this.#options.client.send(SEND_RAW_TRANSACTION.name, parameters);
      this.#takesMany = answer.get("forward") === true;
      const outcomes = answer.get("data") ?? null;
      return transactions.map((_, index) =>
        isMany ? valueToText(memberOf(outcomes, String(index)) ?? null) : TAKEN,
      );
    } catch (error) {
      if (!(error instanceof ChainError)) throw error;
      const outcome = isPassing(error) ? BUSY : error.code;
      return transactions.map(() => outcome);
    }
  }

  #again(hash: string, tries: number): void {
    const pauseUs = PAUSES_US[tries];
    if (pauseUs === undefined) return;
    this.#options.clock.schedule(pauseUs, () => this.#put({ hash, tries: tries + 1 }));
  }
}

function recordOf({ transaction, public_key, signature }: SignedTransaction): ReadonlyMap<string, Value> {
  return objectToMap({ transaction, public_key, signature });
}
