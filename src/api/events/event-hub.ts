import { LRUCache } from "lru-cache";
import { canonicalJson } from "../../codec/canonical-json.js";
import { objectToValue, type Value } from "../../codec/value.js";
import type { EventPlace } from "../../records/event-place.js";
import type { EventType } from "../../records/operations/events.js";
import type { SignedTransaction } from "../../records/transaction.js";
import { Listeners } from "../../base/listeners.js";
import type { ChainFeed } from "./chain-feed.js";
import {
  eventFrame,
  idLine,
  type ChainEvent,
  type MarkedEvent,
  type SentEvent,
  type TransactionMarks,
} from "./event.js";
import type { TransactionFilter } from "./following-events.js";
import {
  acceptedEvent,
  droppedEvent,
  forwardedEvent,
  factsOf,
  type ToldTransaction,
} from "./transaction-events.js";

export interface EventQuery extends TransactionFilter {
  /** Where the reader is; null for one that begins now. */
  readonly after: EventPlace | null;
  /** Null for all. */
  readonly types: ReadonlySet<EventType> | null;
}

/** After how many milliseconds a client connects again. */
const RETRY_MS = 1000;
/** How many events that cannot be replayed, and characters of them, wait for a reader before it is cut off. */
export const MAX_WAITING = 1024;
const MAX_WAITING_LENGTH = 1_048_576;
/** How many reads without a wanted event there are before the reader gets its place. */
export const MAX_UNWANTED_READS = 16;
/** The most bytes of what is remembered of accepted transactions for the event of their drop. */
const REMEMBERED_BYTES = 16_777_216;
/** An entry takes this and its texts, measured. */
const FACTS_BYTES = 768;

/** The streams of events of a node (docs/events.md). */
export class EventHub {
  readonly #feed: ChainFeed;
  /** Events that cannot be replayed. */
  readonly #passing = new Listeners<SentEvent>();
  readonly #ending = new Listeners();
  readonly #facts = new LRUCache<string, ToldTransaction>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: ({ type, cid }) => FACTS_BYTES + 2 * (type.length + (cid?.length ?? 0)),
  });
  #peers: readonly string[] = [];
  #ready: SentEvent | null = null;
  #isClosed = false;

  constructor(feed: ChainFeed) {
    this.#feed = feed;
  }

  tellAccepted(transaction: SignedTransaction): void {
    const { hash } = transaction;
    const facts = factsOf(transaction);
    this.#facts.set(hash, facts);
    if (this.#passing.size > 0) this.#passing.tell(acceptedEvent(hash, facts));
  }

  /** Tells that a slot holder has taken a transaction. */
  tellForwarded(hash: string): void {
    if (this.#passing.size > 0) this.#passing.tell(forwardedEvent(hash, this.#facts.get(hash)));
  }

  tellDropped(dropped: { readonly hash: string; readonly height: number; readonly reason: string }): void {
    const facts = this.#facts.get(dropped.hash);
    this.#facts.delete(dropped.hash);
    if (this.#passing.size > 0) this.#passing.tell(droppedEvent(dropped, facts));
  }

  /** @param hosts of all peers, now. */
  tellPeers(hosts: readonly string[]): void {
    const before = this.#peers;
    this.#peers = hosts;
    const tell = (host: string, state: string): void => this.#passing.tell(eventOf("peer", { host, state }));
    for (const host of before) if (!hosts.includes(host)) tell(host, "lost");
    for (const host of hosts) if (!before.includes(host)) tell(host, "connected");
  }

  /** @param failed the health checks that fail. */
  tellReady(ready: boolean, failed: readonly string[]): void {
    this.#ready = eventOf("ready", { ready, failed });
    this.#passing.tell(this.#ready);
  }

  close(): void {
    this.#isClosed = true;
    this.#ending.tell();
  }

  /** Throws `PRUNED` when transactions after the place from which a reader wants to continue are gone. */
  async assertResumable(query: EventQuery): Promise<void> {
    const wanted = transactionsOf(query);
    if (query.after !== null && wanted !== null) await this.#feed.next(query.after, wanted);
  }

  /**
   * The frames of a stream, until it is aborted, the node stops or too many events that cannot be replayed wait. It reads on when a
   * frame is taken, so that a slow reader costs no memory, and one that wants few of the events no more than a few reads ahead.
   */
  async *stream(query: EventQuery, signal?: AbortSignal): AsyncGenerator<string, void, undefined> {
    const isEnded = (): boolean => this.#isClosed || signal?.aborted === true;
    if (isEnded()) return;
    const waiting = new WaitingFrames();
    let wake = (): void => undefined;
    const wakeUp = (): void => wake();
    signal?.addEventListener("abort", wakeUp, { once: true });
    const ends = [
      this.#feed.changes.add(wakeUp),
      this.#ending.add(wakeUp),
      this.#passing.add((event) => {
        if (!isWanted(event, query)) return;
        waiting.add(event.frame);
        wake();
      }),
    ];
    const transactions = transactionsOf(query);
    try {
      let place = query.after ?? (await this.#feed.end());
      let told = place;
      let unwanted = 0;
      const ready = this.#ready !== null && isWanted(this.#ready, query) ? this.#ready.frame : "";
      yield `retry: ${RETRY_MS}\n${idLine(place)}\n${ready}`;
      while (!isEnded() && !waiting.isOverfull) {
        // Registered before anything is read, so that no change is missed.
        const change = new Promise<void>((resolve) => {
          wake = resolve;
        });
        if (!waiting.isEmpty) yield waiting.take();
        const next = await this.#feed.next(place, transactions);
        const { events } = next;
        const wanted = events.filter((event) => isWanted(event, query));
        place = next.place;
        unwanted = wanted.length > 0 ? 0 : unwanted + 1;
        // A reader that wants none of the events in between is moved on.
        if (
          wanted.length > 0 ||
          (told !== place && (events.length === 0 || unwanted >= MAX_UNWANTED_READS))
        ) {
          told = place;
          unwanted = 0;
          yield framesOf(wanted, place);
        }
        if (events.length === 0 && !isEnded() && waiting.isEmpty) await change;
      }
    } finally {
      for (const end of ends) end();
    }
  }
}

/** The frames of events that cannot be replayed, until a reader takes them. */
class WaitingFrames {
  #frames: string[] = [];
  #length = 0;
  #isOverfull = false;

  get isEmpty(): boolean {
    return this.#frames.length === 0;
  }

  /** Whether one has come for which there was no room. */
  get isOverfull(): boolean {
    return this.#isOverfull;
  }

  add(frame: string): void {
    this.#length += frame.length;
    if (this.#frames.length < MAX_WAITING && this.#length <= MAX_WAITING_LENGTH) this.#frames.push(frame);
    else this.#isOverfull = true;
  }

  take(): string {
    const frames = this.#frames.join("");
    this.#frames = [];
    this.#length = 0;
    return frames;
  }
}

/** The frames of events that leave the reader at a place, which may be beyond the last of them. */
function framesOf(events: readonly ChainEvent[], place: EventPlace): string {
  const frames = events.map(({ type, data, place: at }) => eventFrame(type, data, at)).join("");
  return events.at(-1)?.place === place ? frames : `${frames}${idLine(place)}\n`;
}

function isWanted({ type, transaction }: MarkedEvent, query: EventQuery): boolean {
  return isTypeWanted(type, query) && (transaction === undefined || isMarked(transaction, query));
}

/** A reader must learn where to begin again, whatever it asked for. */
function isTypeWanted(type: EventType, { types }: EventQuery): boolean {
  return types === null || types.has(type) || type === "reset";
}

/** The transactions that a query wants; null for none. */
function transactionsOf(query: EventQuery): TransactionFilter | null {
  const { hash, address, cid } = query;
  return isTypeWanted("transaction", query) ? { hash, address, cid } : null;
}

function isMarked(marks: TransactionMarks, { hash, address, cid }: EventQuery): boolean {
  return (
    (hash === undefined || marks.hash === hash) &&
    (address === undefined || marks.addresses.includes(address)) &&
    (cid === undefined || marks.cid === cid)
  );
}

function eventOf(type: EventType, data: Readonly<Record<string, Value>>): SentEvent {
  return { type, frame: eventFrame(type, canonicalJson(objectToValue(data))) };
}
