import {
  ADDRESS,
  BOOLEAN,
  either,
  listOf,
  objectOf,
  PUBLIC_KEY,
  TEXT,
  TIME_HASH,
} from "../../src/records/operations/json-schema.js";
import { recordSchema } from "../../src/records/operations/record-schemas.js";

/** The schemas of results that several commands share. */

export const KEY = objectOf({ name: TEXT, address: ADDRESS, public_key: PUBLIC_KEY, default: BOOLEAN });

export const ANY_BLOCK_SUMMARY = either(
  recordSchema("MainBlockSummary"),
  recordSchema("ResourceBlockSummary"),
);

export const ANY_BLOCK = either(recordSchema("MainBlock"), recordSchema("ResourceBlock"), ANY_BLOCK_SUMMARY);

/** `hash` is present when a transaction was sent. */
export const REGISTERED = listOf({
  type: "object",
  properties: {
    name: TEXT,
    kind: TEXT,
    version: TEXT,
    id: TEXT,
    change: { enum: ["new", "update", "none"] },
    hash: TIME_HASH,
  },
  required: ["name", "kind", "version", "id", "change"],
});
