import { canonicalJson } from "../../codec/canonical-json.js";
import { objectToValue } from "../../codec/value.js";
import { TimeSlice } from "../../base/yield-to-loop.js";
import { FIXED_HEIGHT_NOTE } from "../../ledger/fixed-height.js";
import type { ChainPoint, EventPlace } from "../../records/event-place.js";
import { mainBlockSummaryToText } from "../../records/main-block.js";
import { resourceBlockSummaryToText, type ResourceBlockSummary } from "../../records/resource-block.js";
import type { ChainName, MainBlockSummary, PlacedTransaction, StoreMoment } from "../../store/store.js";
import type { ChainEvent } from "./event.js";
import { committedEvent } from "./transaction-events.js";

/** How many blocks, or transactions of them, are read at once, and how many transactions are looked at for a filter. */
const READ_TOGETHER = 64;
const LOOKED_AT = 4096;

/** The transactions that a reader wants. */
export interface TransactionFilter {
  readonly hash?: string | undefined;
  readonly address?: string | undefined;
  readonly cid?: string | undefined;
}

/** What follows a place: events, or only what is fixed now. Null when the place is not of this chain. */
export type Following = { readonly events: readonly ChainEvent[] } | { readonly ends: Ends } | null;

/** What of the chains follows a place. */
interface Found {
  readonly place: EventPlace;
  /** The height of the chain's last block, null when it is further on. */
  readonly tip: number | null;
  /** From the reader's last block on; the others are still to be told. */
  readonly mains: readonly MainBlockSummary[];
  readonly resources: readonly ResourceBlockSummary[];
  /** If there are any, what is told ends with the last of them. */
  readonly transactions: readonly PlacedTransaction[];
}

/** Reads what follows a place, at one moment of the store. */
export async function readMoment(
  moment: StoreMoment,
  place: EventPlace,
  wanted: TransactionFilter | null,
): Promise<Following | Found> {
  const { main, resource } = place;
  // The reader's last blocks are read too: they say whether they still stand. Readers behind each other meet at some heights.
  const upTo = main.height - (main.height % READ_TOGETHER) + READ_TOGETHER;
  const read = await moment.mainBlockSummaries(main.height, upTo);
  const resources = await moment.resourceBlockSummaries(resource.height, resource.height + READ_TOGETHER);
  if (!stands(resource, resources[0])) return undone(moment, place, "resource");
  if (!stands(main, read[0])) return undone(moment, place, "main");

  const looked = wanted === null ? read : lookedAt(read);
  const transactions = wanted === null ? [] : await transactionsIn(moment, looked, { place, wanted });
  const lastHeight = transactions.at(-1)?.height ?? looked.at(-1)?.height ?? 0;
  const mains = looked.filter(({ height }) => height <= lastHeight);
  const end = read.at(-1)?.height ?? 0;
  const tip = end < upTo ? end : null;
  const isDue = (block: ResourceBlockSummary): boolean =>
    block.height > resource.height && block.main_height <= main.height;
  if (transactions.length > 0 || lastHeight > main.height || resources.some(isDue))
    return { place, tip, mains, resources, transactions };
  return { ends: await endsAt(moment, await fixedHeightIn(moment)) };
}

/** The first blocks, whose transactions are looked at together. */
function lookedAt(blocks: readonly MainBlockSummary[]): readonly MainBlockSummary[] {
  let count = 0;
  return blocks.filter(({ transaction_count }, index) => {
    count += transaction_count;
    return index < 2 || count <= LOOKED_AT;
  });
}

interface AskedOf {
  readonly place: EventPlace;
  readonly wanted: TransactionFilter;
}

/** Those of blocks that a reader who wants them has not been told. */
async function transactionsIn(
  moment: StoreMoment,
  blocks: readonly MainBlockSummary[],
  { place, wanted }: AskedOf,
): Promise<readonly PlacedTransaction[]> {
  const [first, last] = [blocks[0], blocks.at(-1)];
  if (first === undefined || last === undefined) return [];
  const { height, transaction_count } = first;
  const told = height > place.main.height ? 0 : Math.max(0, transaction_count - place.transactions);
  if (last === first && told === transaction_count) return [];
  const { hash, address, cid } = wanted;
  return moment.transactionsBetween({
    from: { height, place: told },
    toHeight: last.height,
    count: READ_TOGETHER - (told % READ_TOGETHER),
    hash,
    address,
    // A record has it in its canonical spelling.
    text: cid === undefined ? undefined : canonicalJson(cid).slice(1, -1),
  });
}

/** Whether a reader's last block is the one of that height. */
function stands({ height, blockhash }: ChainPoint, block: ChainPoint | undefined): boolean {
  return height === 0 || (block?.height === height && block.blockhash === blockhash);
}

/**
 * The events of what was found. The transactions of a main block come before all else that follows it, and a resource block
 * as soon as the main block that it names is there.
 */
export async function eventsOf({
  place,
  mains,
  resources,
  transactions,
}: Found): Promise<readonly ChainEvent[]> {
  const events: ChainEvent[] = [];
  const slice = new TimeSlice();
  const restOfMains = mains.filter(({ height }) => height > place.main.height);
  const restOfResources = resources.filter(({ height }) => height > place.resource.height);
  const restOfTransactions = [...transactions];
  let block = mains.find(({ height }) => height === place.main.height);
  let { main, resource } = place;
  const add = (event: Omit<ChainEvent, "place">, left = 0): void => {
    events.push({ ...event, place: { ...place, main, resource, transactions: left } });
  };
  for (;;) {
    const [nextMain, nextResource, transaction] = [restOfMains[0], restOfResources[0], restOfTransactions[0]];
    if (transaction !== undefined && transaction.height === block?.height) {
      restOfTransactions.shift();
      const event = await committedEvent(transaction, block, slice);
      add(event, block.transaction_count - transaction.place - 1);
    } else if (transaction === undefined && transactions.length > 0) return events;
    else if (nextResource !== undefined && nextResource.main_height <= main.height) {
      restOfResources.shift();
      resource = pointOf(nextResource);
      add({ type: "resource_block", data: resourceBlockSummaryToText(nextResource) });
    } else if (nextMain !== undefined && (nextResource !== undefined || resources.length < READ_TOGETHER)) {
      restOfMains.shift();
      block = nextMain;
      main = pointOf(nextMain);
      const left = transaction?.height === nextMain.height ? nextMain.transaction_count : 0;
      add({ type: "main_block", data: mainBlockSummaryToText(nextMain) }, left);
    } else return events;
  }
}

/** The event that takes the reader's last block of a chain back; null when the block is unknown here. */
async function undone(moment: StoreMoment, place: EventPlace, chain: ChainName): Promise<Following> {
  const { height, blockhash } = place[chain];
  const block = await moment.undoneBlock(chain, blockhash);
  if (block?.height !== height) return null;
  const { previous_blockhash } = block;
  const before = { height: height - 1, blockhash: previous_blockhash };
  const at = { ...place, [chain]: before, ...(chain === "main" ? { transactions: 0 } : {}) };
  const data = canonicalJson(objectToValue({ chain, height: BigInt(height), blockhash, previous_blockhash }));
  return { events: [{ type: "undone", data, place: at }] };
}

export interface Ends extends Pick<EventPlace, "main" | "resource"> {
  readonly fixed: number;
}

/** The resource block of a height, and the main block that it names. */
export async function endsAt(moment: StoreMoment, fixed: number): Promise<Ends> {
  const [block] = await moment.resourceBlockSummaries(fixed, fixed);
  if (block === undefined) return { main: pointOf(null), resource: pointOf(null), fixed };
  const { main_height, main_blockhash } = block;
  return {
    main: { height: main_height, blockhash: main_blockhash },
    resource: pointOf(block),
    fixed,
  };
}

export async function fixedHeightIn(moment: StoreMoment): Promise<number> {
  return Number((await moment.readMeta(FIXED_HEIGHT_NOTE)) ?? "0");
}

export function pointOf(block: ChainPoint | null): ChainPoint {
  return { height: block?.height ?? 0, blockhash: block?.blockhash ?? "" };
}
