import { canonicalJson } from "../../codec/canonical-json.js";
import { objectToValue } from "../../codec/value.js";
import { type Clock, passed } from "../../base/clock/clock.js";
import { createLane } from "../../base/lane.js";
import { Listeners } from "../../base/listeners.js";
import { placeToId, type EventPlace } from "../../records/event-place.js";
import type { Store, StoreMoment } from "../../store/store.js";
import type { ChainEvent } from "./event.js";
import {
  endsAt,
  eventsOf,
  fixedHeightIn,
  pointOf,
  readMoment,
  type Ends,
  type Following,
  type TransactionFilter,
} from "./following-events.js";

/** How many answers are kept for the other readers at the same places, and their longest text. */
const MAX_KEPT = 64;
const MAX_KEPT_LENGTH = 131_072;
/** Work of so long together is followed by a rest. A longer piece of it comes of a clock that was set. */
const REST_US = 5000;
const MOST_WORK_US = 250_000;

/**
 * The events of the two chains after any place (docs/events.md). They are read from the store, where a block is with
 * all it changes or not at all: so no event is told too early, and none is left out or told twice between the past and the
 * present. Readers at the same place share one answer, whatever was fixed for them; at the end of the chain also whatever
 * they want, so that a new block is read once for all. One place of the past is read after the other, and beside it one of
 * the present: however many readers there are, the node's own reads of the store wait for two of theirs at most, and those
 * of the present never for the past.
 */
export class ChainFeed {
  /** Called after each change of the store. */
  readonly changes = new Listeners();
  readonly #store: Pick<Store, "snapshot">;
  readonly #past: RestingLane;
  readonly #present: RestingLane;
  /** The end of the main chain as it was read last. Readers of the block before it, and above, are in the present. */
  #tip: number | null = null;
  readonly #answers = new Map<string, Promise<Following>>();

  /** @param clock a real one, by which reads rest. Left out: they do not. */
  constructor(store: Pick<Store, "snapshot">, clock?: Clock) {
    this.#store = store;
    this.#past = new RestingLane(clock);
    this.#present = new RestingLane(clock);
  }

  /** To be called after each commit and undo, and when the fixed height has moved. */
  noteChange(): void {
    this.#answers.clear();
    this.changes.tell();
  }

  /** The present: the place after all events. */
  end(): Promise<EventPlace> {
    return this.#inTurn(async (moment) => {
      const [main, resource] = [await moment.mainBlockSummary("last"), await moment.resourceBlock("last")];
      const fixed = await fixedHeightIn(moment);
      this.#noteTip(main?.height ?? null);
      return { main: pointOf(main), resource: pointOf(resource), fixed, transactions: 0 };
    });
  }

  /**
   * Some of the events after a place, or an empty list until there is one.
   *
   * @param wanted null for no transactions; others than these may come too.
   */
  async next(place: EventPlace, wanted: TransactionFilter | null): Promise<NextEvents> {
    const { fixed } = place;
    const following = await this.#shared({ ...place, fixed: 0 }, wanted);
    if (following === null) return ending([await this.#inTurn((moment) => reset(moment, place))], place);
    if ("events" in following) {
      const events = following.events.map((event) => ({ ...event, place: { ...event.place, fixed } }));
      return ending(events, place);
    }
    // The reader wants none of the transactions that are left.
    const at = place.transactions === 0 ? place : { ...place, transactions: 0 };
    return ending(following.ends.fixed === fixed ? [] : [endsEvent("fixed", following.ends, at)], at);
  }

  #shared(place: EventPlace, filter: TransactionFilter | null): Promise<Following> {
    const isPresent = this.#tip !== null && place.main.height >= this.#tip - 1;
    const wanted = isPresent && filter !== null ? {} : filter;
    const key = `${placeToId(place)} ${JSON.stringify(wanted)}`;
    const kept = this.#answers.get(key);
    if (kept !== undefined) return kept;
    const lane = isPresent ? this.#present : this.#past;
    const answer = lane.run(async () => {
      const found = await this.#store.snapshot((moment) => readMoment(moment, place, wanted));
      if (found === null || !("mains" in found)) return found;
      this.#noteTip(found.tip);
      return { events: await eventsOf(found) };
    });
    if (this.#answers.size >= MAX_KEPT) this.#answers.clear();
    this.#answers.set(key, answer);
    const forget = (): boolean => this.#answers.delete(key);
    // After a failure the next reader tries again.
    answer.then((following) => {
      const events = following !== null && "events" in following ? following.events : [];
      if (events.reduce((sum, { data }) => sum + data.length, key.length) > MAX_KEPT_LENGTH) forget();
    }, forget);
    return answer;
  }

  #noteTip(height: number | null): void {
    if (height !== null) this.#tip = height;
  }

  #inTurn<T>(read: (moment: StoreMoment) => Promise<T>): Promise<T> {
    return this.#present.run(() => this.#store.snapshot(read));
  }
}

/** Does one piece of work after the other, and rests as long as it works. */
class RestingLane {
  readonly #clock: Clock | undefined;
  readonly #lane = createLane();
  /** Since the last rest. */
  #workedUs = 0;

  constructor(clock: Clock | undefined) {
    this.#clock = clock;
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      void this.#lane(async () => {
        const begin = this.#clock?.nowUs() ?? 0;
        await work().then(resolve, reject);
        if (this.#clock !== undefined) await this.#rest(this.#clock, begin);
      });
    });
  }

  async #rest(clock: Clock, sinceUs: number): Promise<void> {
    this.#workedUs += Math.min(Math.max(0, clock.nowUs() - sinceUs), MOST_WORK_US);
    if (this.#workedUs < REST_US) return;
    await passed(clock, this.#workedUs);
    this.#workedUs = 0;
  }
}

export interface NextEvents {
  readonly events: readonly ChainEvent[];
  /** Where the reader is after them. */
  readonly place: EventPlace;
}

function ending(events: readonly ChainEvent[], place: EventPlace): NextEvents {
  return { events, place: events.at(-1)?.place ?? place };
}

/** Sends the reader to blocks that were fixed for it and are here. */
async function reset(moment: StoreMoment, place: EventPlace): Promise<ChainEvent> {
  const fixed = Math.min(place.fixed, await fixedHeightIn(moment));
  return endsEvent("reset", await endsAt(moment, fixed));
}

/** @param place where the reader is; it moves to these ends when left out. */
function endsEvent(type: "fixed" | "reset", ends: Ends, place?: EventPlace): ChainEvent {
  const { main, resource, fixed } = ends;
  const at = place === undefined ? { main, resource, fixed, transactions: 0 } : { ...place, fixed };
  const data = canonicalJson(
    objectToValue({
      resource_height: BigInt(resource.height),
      resource_blockhash: resource.blockhash,
      main_height: BigInt(main.height),
      main_blockhash: main.blockhash,
    }),
  );
  return { type, data, place: at };
}
