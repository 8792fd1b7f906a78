import {
  ADDRESS,
  BLOCKHASH,
  BOOLEAN,
  HEIGHT,
  TEXT,
  TIME_HASH,
  closedObjectOf,
  described,
  either,
  listOf,
  only,
  orNull,
  withOptional,
  type Read,
} from "./json-schema.js";
import { optional, type Operation } from "./operation.js";
import { MAIN_BLOCK_SUMMARY, RESOURCE_BLOCK_SUMMARY } from "./record-schemas.js";

const CHAIN_ENDS = {
  resource_height: HEIGHT,
  resource_blockhash: BLOCKHASH,
  main_height: HEIGHT,
  main_blockhash: BLOCKHASH,
};
/** What an event tells of a transaction's content. */
const FACTS = { type: TEXT, cid: orNull(TEXT), from: ADDRESS };
const RECIPIENT = { to: TEXT };

export const EVENT_DATA = {
  main_block: MAIN_BLOCK_SUMMARY,
  resource_block: RESOURCE_BLOCK_SUMMARY,
  undone: closedObjectOf({
    chain: either(only("main"), only("resource")),
    height: HEIGHT,
    blockhash: BLOCKHASH,
    previous_blockhash: BLOCKHASH,
  }),
  fixed: described(closedObjectOf(CHAIN_ENDS), "The last blocks that can no longer be undone."),
  reset: described(closedObjectOf(CHAIN_ENDS), "The blocks above these are to be removed."),
  transaction: either(
    withOptional(closedObjectOf({ state: only("accepted"), hash: TIME_HASH, ...FACTS }), RECIPIENT),
    withOptional(
      closedObjectOf({
        state: only("committed"),
        hash: TIME_HASH,
        height: HEIGHT,
        blockhash: BLOCKHASH,
        ...FACTS,
      }),
      RECIPIENT,
    ),
    withOptional(closedObjectOf({ state: only("forwarded"), hash: TIME_HASH }), { ...FACTS, ...RECIPIENT }),
    withOptional(closedObjectOf({ state: only("dropped"), hash: TIME_HASH, height: HEIGHT, reason: TEXT }), {
      ...FACTS,
      ...RECIPIENT,
    }),
  ),
  peer: closedObjectOf({ host: TEXT, state: either(only("connected"), only("lost")) }),
  ready: closedObjectOf({ ready: BOOLEAN, failed: described(listOf(TEXT), "The health checks that fail.") }),
};

export type EventType = keyof typeof EVENT_DATA;
export type EventData<Type extends EventType> = Read<(typeof EVENT_DATA)[Type]>;

export const EVENT_TYPES = Object.keys(EVENT_DATA) as readonly EventType[];

/** The one operation that streams its answer, as server-sent events; `data` is the shape of the data of one. */
export const EVENTS = {
  name: "Events",
  summary: "What happens on the node, as server-sent events that can be resumed (docs/events.md).",
  parameters: [
    optional(
      "after",
      "string",
      256,
      "The id of the last event that was received; 0 for the first block. The header Last-Event-ID counts before it.",
    ),
    optional(
      "types",
      "string",
      128,
      "The types of the wanted events, separated by commas; all when left out.",
    ),
    optional("hash", "string", 78, "Of the transaction events, only those of this transaction."),
    optional("address", "string", 44, "Of the transaction events, only those from or to this address.", {
      isAddress: true,
    }),
    optional("cid", "string", 64, "Of the transaction events, only those of this space."),
  ],
  isRead: true,
  data: either(...Object.values(EVENT_DATA)),
} as const satisfies Operation;
