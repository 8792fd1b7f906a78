import { canonicalJson } from "../../codec/canonical-json.js";
import { objectToValue } from "../../codec/value.js";
import { createLane } from "../../base/lane.js";
import { FIXED_HEIGHT_NOTE } from "../../ledger/fixed-height.js";
import { placeToId, type ChainPoint, type EventPlace } from "../../records/event-place.js";
import { mainBlockSummaryToText } from "../../records/main-block.js";
import { resourceBlockSummaryToText } from "../../records/resource-block.js";
import type { ChainName, MainBlockSummary, Store, StoreMoment } from "../../store/store.js";
import { Listeners } from "../../base/listeners.js";
import { eventFrame, type ChainEvent } from "./event.js";
import { committedEvents } from "./transaction-events.js";

/** How many blocks, or transactions of a block, are read at once. */
const READ_TOGETHER = 64;
/** How many answers are kept for the other readers at the same places, and their longest text. */
const MAX_KEPT = 64;
const MAX_KEPT_LENGTH = 131_072;

/**
 * The events of the two chains after any place (docs/events.md). They are read from the store, where a block is with
 * all it changes or not at all: so no event is told too early, and none is left out or told twice between the past and the
 * present. Readers at the same place share one answer. One place is read after the other: however many readers there are,
 * the node's own reads of the store wait for one read of theirs at most.
 */
export class ChainFeed {
  /** Called after each change of the store. */
  readonly changes = new Listeners();
  readonly #store: Pick<Store, "snapshot">;
  readonly #lane = createLane();
  readonly #answers = new Map<string, Promise<readonly ChainEvent[]>>();

  constructor(store: Pick<Store, "snapshot">) {
    this.#store = store;
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
      return { main: pointOf(main), resource: pointOf(resource), fixed, transactions: 0 };
    });
  }

  /** Some of the events after a place, or an empty list until there is one. */
  next(place: EventPlace, withTransactions: boolean): Promise<readonly ChainEvent[]> {
    const key = `${placeToId(place)} ${withTransactions}`;
    const kept = this.#answers.get(key);
    if (kept !== undefined) return kept;
    const answer = this.#read(place, withTransactions);
    if (this.#answers.size >= MAX_KEPT) this.#answers.clear();
    this.#answers.set(key, answer);
    const forget = (): boolean => this.#answers.delete(key);
    // After a failure the next reader tries again.
    answer.then((events) => {
      if (events.reduce((sum, { frame }) => sum + frame.length, 0) > MAX_KEPT_LENGTH) forget();
    }, forget);
    return answer;
  }

  async #read(place: EventPlace, withTransactions: boolean): Promise<readonly ChainEvent[]> {
    const read = await this.#inTurn((moment) => readMoment(moment, place, withTransactions));
    if ("events" in read) return read.events;
    return committedEvents(place.main, read.transactions, (index) => ({
      ...place,
      transactions: read.left - index - 1,
    }));
  }

  #inTurn<T>(body: (moment: StoreMoment) => Promise<T>): Promise<T> {
    return this.#lane(() => this.#store.snapshot(body));
  }
}

/** What follows a place: events, or transactions of its last main block, of which so many are left to tell. */
type Following =
  | { readonly events: readonly ChainEvent[] }
  | { readonly transactions: Awaited<ReturnType<StoreMoment["blockTransactions"]>>; readonly left: number };

/** Reads what follows a place, at one moment of the store. */
async function readMoment(
  moment: StoreMoment,
  place: EventPlace,
  withTransactions: boolean,
): Promise<Following> {
  const { main, resource } = place;
  // The reader's last blocks are read too: they say whether they still stand.
  const mains = await moment.mainBlockSummaries(main.height, main.height + READ_TOGETHER);
  const resources = await moment.resourceBlockSummaries(resource.height, resource.height + READ_TOGETHER);
  if (!stands(resource, resources[0])) return { events: [await undone(moment, place, "resource")] };
  if (!stands(main, mains[0])) return { events: [await undone(moment, place, "main")] };

  const left = Math.min(place.transactions, main.height === 0 ? 0 : (mains[0]?.transaction_count ?? 0));
  if (withTransactions && left > 0) {
    const from = (mains[0]?.transaction_count ?? 0) - left;
    return { transactions: await moment.blockTransactions(main, from, READ_TOGETHER), left };
  }
  const events = appended(place, {
    mains: mains.filter(({ height }) => height > main.height),
    resources: resources.filter(({ height }) => height > resource.height),
    withTransactions,
  });
  if (events.length > 0) return { events };
  const fixed = await fixedHeightIn(moment);
  return { events: fixed === place.fixed ? [] : [await fixedEvent(moment, place, fixed)] };
}

/** Whether a reader's last block is the one of that height. */
function stands({ height, blockhash }: ChainPoint, block: ChainPoint | undefined): boolean {
  return height === 0 || (block?.height === height && block.blockhash === blockhash);
}

interface Blocks {
  readonly mains: readonly MainBlockSummary[];
  readonly resources: Awaited<ReturnType<StoreMoment["resourceBlockSummaries"]>>;
  /** Whether the transactions of a main block come before the next block. */
  readonly withTransactions: boolean;
}

/** The blocks after a place, a resource block as soon as the main block that it names is there. */
function appended(place: EventPlace, { mains, resources, withTransactions }: Blocks): readonly ChainEvent[] {
  const events: ChainEvent[] = [];
  const [restOfMains, restOfResources] = [[...mains], [...resources]];
  let { main, resource } = place;
  const add = (type: "main_block" | "resource_block", data: string, transactions: number): void => {
    const at = { main, resource, fixed: place.fixed, transactions };
    events.push({ type, frame: eventFrame(type, data, at), place: at });
  };
  for (;;) {
    const [nextMain, nextResource] = [restOfMains[0], restOfResources[0]];
    if (nextResource !== undefined && nextResource.main_height <= main.height) {
      restOfResources.shift();
      resource = pointOf(nextResource);
      add("resource_block", resourceBlockSummaryToText(nextResource), 0);
    } else if (nextMain !== undefined) {
      restOfMains.shift();
      main = pointOf(nextMain);
      const transactions = withTransactions ? nextMain.transaction_count : 0;
      add("main_block", mainBlockSummaryToText(nextMain), transactions);
      if (transactions > 0) return events;
    } else return events;
  }
}

/** The event that takes the reader's last block of a chain back; a reset when the block is unknown here. */
async function undone(moment: StoreMoment, place: EventPlace, chain: ChainName): Promise<ChainEvent> {
  const { height, blockhash } = place[chain];
  const block = await moment.undoneBlock(chain, blockhash);
  if (block?.height !== height) return reset(moment, place);
  const { previous_blockhash } = block;
  const before = { height: height - 1, blockhash: previous_blockhash };
  const at = { ...place, [chain]: before, ...(chain === "main" ? { transactions: 0 } : {}) };
  const data = canonicalJson(objectToValue({ chain, height: BigInt(height), blockhash, previous_blockhash }));
  return { type: "undone", frame: eventFrame("undone", data, at), place: at };
}

/** Sends the reader to blocks that were fixed for it and are here. */
async function reset(moment: StoreMoment, place: EventPlace): Promise<ChainEvent> {
  const fixed = Math.min(place.fixed, await fixedHeightIn(moment));
  return endsEvent("reset", await endsAt(moment, fixed));
}

async function fixedEvent(moment: StoreMoment, place: EventPlace, fixed: number): Promise<ChainEvent> {
  return endsEvent("fixed", await endsAt(moment, fixed), place);
}

interface Ends extends Pick<EventPlace, "main" | "resource"> {
  readonly fixed: number;
}

/** The resource block of a height, and the main block that it names. */
async function endsAt(moment: StoreMoment, fixed: number): Promise<Ends> {
  const [block] = await moment.resourceBlockSummaries(fixed, fixed);
  if (block === undefined) return { main: pointOf(null), resource: pointOf(null), fixed };
  const { main_height, main_blockhash } = block;
  return {
    main: { height: main_height, blockhash: main_blockhash },
    resource: pointOf(block),
    fixed,
  };
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
  return { type, frame: eventFrame(type, data, at), place: at };
}

async function fixedHeightIn(moment: StoreMoment): Promise<number> {
  return Number((await moment.readMeta(FIXED_HEIGHT_NOTE)) ?? "0");
}

function pointOf(block: ChainPoint | null): ChainPoint {
  return { height: block?.height ?? 0, blockhash: block?.blockhash ?? "" };
}
