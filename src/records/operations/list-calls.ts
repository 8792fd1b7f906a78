import {
  ADDRESS,
  HEIGHT,
  INTEGER,
  TIME_HASH,
  closedObjectOf,
  described,
  listOf,
  orNull,
} from "./json-schema.js";
import { optional, required, type Operation } from "./operation.js";

export const MAX_LISTED_CALLS = 100;

/** How a transaction names the code that it calls. */
export const CALLED_TYPE = required("type", "string", 65_536, "The name of the contract.");
export const CALLED_CID = optional(
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
