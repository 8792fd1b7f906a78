import {
  ADDRESS,
  HEIGHT,
  INTEGER,
  TIME_HASH,
  closedObjectOf,
  described,
  listOf,
  orNull,
  ANY,
  BLOCKHASH,
  STATE_KEY,
  TIMESTAMP,
  WHOLE,
  BOOLEAN,
  TEXT,
  type Schema,
} from "./json-schema.js";
import { optional, required, type Operation } from "./operation.js";
import { STATE_TYPE } from "./parameters.js";

export const MAX_LISTED_CALLS = 100;

/** How a transaction names the code that it calls. */
const CALLED_TYPE = required("type", "string", 65_536, "The name of the contract.");
const CALLED_CID = optional(
  "cid",
  "string",
  64,
  "The cid of its space. The network's own space when left out.",
);

export const LIST_CALLS = {
  name: "ListCalls",
  summary: `The transactions that called a contract, newest first, ${MAX_LISTED_CALLS} at a time. Answered with --explorer only.`,
  parameters: [
    CALLED_TYPE,
    CALLED_CID,
    optional("before", "int", 16, "The `next` of the last page. The newest calls when left out."),
  ],
  isRead: true,
  isExplorer: true,
  data: closedObjectOf({
    count: described(INTEGER, "How many there are on the chain."),
    calls: listOf(closedObjectOf({ hash: TIME_HASH, height: HEIGHT, from: ADDRESS })),
    next: described(orNull(INTEGER), "The `before` of the next page; null on the last one."),
  }),
} as const satisfies Operation;

/** The most cells that one answer looks at: their longest values together take some megabytes. */
export const MAX_LISTED_CELLS = 64;

export const LIST_CELLS = {
  name: "ListCells",
  summary:
    "The cells of an attribute in the order of their keys, after a main block of any age. Answered with --explorer only.",
  parameters: [
    STATE_TYPE,
    required(
      "prefix",
      "string",
      128,
      "The 64 characters that the attribute's state keys begin with, SHA-256 of writer, space and attribute; then any beginning of a key.",
    ),
    optional("after", "string", 128, "The `next` of the last page. The first page when left out."),
    optional(
      "height",
      "int",
      16,
      "The main block after which the cells are listed. The last one when left out.",
    ),
  ],
  isRead: true,
  isExplorer: true,
  data: closedObjectOf({
    height: HEIGHT,
    blockhash: BLOCKHASH,
    cells: described(
      listOf(
        closedObjectOf({
          key: STATE_KEY,
          value: ANY,
          height: described(HEIGHT, "The main block that wrote it."),
        }),
      ),
      `At most ${MAX_LISTED_CELLS}; cells that are absent at that height shorten a page.`,
    ),
    next: described(orNull(STATE_KEY), "The `after` of the next page; null on the last one."),
  }),
} as const satisfies Operation;

const MAX_INTERVALS = 500;
export const DEFAULT_INTERVALS = 60;
export const DEFAULT_SECONDS = 60;

export const STATISTICS = {
  name: "Statistics",
  summary: "How both chains grew, by intervals of time, the earliest first. Answered with --explorer only.",
  parameters: [
    optional("interval", "int", 9, "Seconds. Intervals begin at multiples of it since 1970.", {
      default: BigInt(DEFAULT_SECONDS),
      minimum: 1,
    }),
    optional("count", "int", 3, "How many intervals.", {
      default: BigInt(DEFAULT_INTERVALS),
      minimum: 1,
      maximum: MAX_INTERVALS,
    }),
    optional(
      "before",
      "int",
      16,
      "A time in microseconds; the last interval holds the moment before it. The present when left out.",
    ),
    { ...CALLED_TYPE, requirements: false, summary: "The name of a contract whose calls are counted too." },
    CALLED_CID,
  ],
  isRead: true,
  isExplorer: true,
  data: closedObjectOf({
    seconds: described(INTEGER, "The length of an interval."),
    intervals: listOf(
      closedObjectOf({
        time: described(TIMESTAMP, "When it began, in microseconds."),
        blocks: described(INTEGER, "Main blocks that are dated in it."),
        resource_blocks: INTEGER,
        transactions: INTEGER,
        new_addresses: described(INTEGER, "Addresses that its transactions named first."),
        difficulty: described(orNull(WHOLE), "Of the last resource block up to its end."),
        calls: described(
          orNull(INTEGER),
          "Transactions that called the contract; null when none is asked for.",
        ),
      }),
    ),
  }),
} as const satisfies Operation;

export const MAX_HITS = 10;

const HIT_KINDS = [
  "block",
  "resourceBlock",
  "transaction",
  "address",
  "contract",
  "request",
  "cell",
] as const;
export type HitKind = (typeof HIT_KINDS)[number];
const HIT_KIND: Schema<HitKind> = { type: "string", enum: HIT_KINDS };

export const SEARCH = {
  name: "Search",
  summary: `What a text may mean: up to ${MAX_HITS} blocks, transactions, addresses, codes and cells of each kind. Answered with --explorer only.`,
  parameters: [
    required(
      "text",
      "string",
      256,
      "A height; a hash, address, code id, cid or state key or at least 4 characters of its beginning, with `…` also of its end; a part of the name of a code; its space; an attribute of its cells.",
    ),
  ],
  isRead: true,
  isExplorer: true,
  data: closedObjectOf({
    hits: listOf(
      closedObjectOf({
        kind: HIT_KIND,
        id: described(TEXT, "The hash, address or code id; of a cell its state and key, as `universal.…`."),
        height: described(orNull(HEIGHT), "Of a block, or of a transaction's block."),
        name: described(TEXT, "The name of a code, empty for others."),
        space: described(TEXT, "The space of a code, empty for others."),
        writer: described(TEXT, "The writer of a code, empty for others."),
      }),
    ),
    is_more: described(BOOLEAN, "Whether there are more hits of some kind."),
  }),
} as const satisfies Operation;

export const OVERVIEW = {
  name: "Overview",
  summary:
    "What a node tells strangers of its state: its pool, the validators, and whether it accepts transactions. Answered with --explorer only.",
  parameters: [],
  isRead: true,
  isExplorer: true,
  data: closedObjectOf({
    pool: closedObjectOf({
      transactions: described(INTEGER, "How many transactions wait for a block."),
      bytes: described(INTEGER, "Their size together."),
    }),
    slots: described(listOf(ADDRESS), "Who holds the validator slots now, the newest slot last."),
    peers: described(INTEGER, "How many peers it knows."),
    fixed_height: described(INTEGER, "The resource blocks up to this height can no longer be undone."),
    fixed_main_height: described(INTEGER, "The main blocks up to this height can no longer be undone."),
    is_accepting: described(BOOLEAN, "Whether it accepts transactions."),
    refusal: described(
      orNull(TEXT),
      "The code of the error with which it refuses them; null while it accepts.",
    ),
  }),
} as const satisfies Operation;
