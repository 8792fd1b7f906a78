import {
  BOOLEAN,
  HEIGHT,
  TEXT,
  closedObjectOf,
  described,
  listOf,
  orNull,
  type Schema,
} from "./json-schema.js";
import { required, type Operation } from "./operation.js";

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
