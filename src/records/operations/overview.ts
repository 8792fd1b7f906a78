import { ADDRESS, BOOLEAN, INTEGER, TEXT, closedObjectOf, described, listOf, orNull } from "./json-schema.js";
import type { Operation } from "./operation.js";

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
