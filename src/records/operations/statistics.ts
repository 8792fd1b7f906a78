import { INTEGER, TIMESTAMP, WHOLE, closedObjectOf, described, listOf, orNull } from "./json-schema.js";
import { CALLED_CID, CALLED_TYPE } from "./list-calls.js";
import { optional, type Operation } from "./operation.js";

export const MAX_INTERVALS = 500;
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
