import {
  ADDRESS,
  AMOUNT,
  ANY,
  BOOLEAN,
  HEIGHT,
  TEXT,
  listOf,
  objectOf,
  orNull,
  type Read,
} from "./json-schema.js";
import { required, type Operation, optional } from "./operation.js";
import { MAX_BODY_SIZE } from "./limits.js";

/** What a call did or would do, as Trace and WhatIf answer it, and commands that try calls print it. */

const CELL = { kind: TEXT, attribute: TEXT, key: TEXT, state_key: TEXT, loaded: BOOLEAN };

export const TRIAL_MEMBERS = {
  ok: BOOLEAN,
  result: ANY,
  kind: TEXT,
  name: TEXT,
  version: TEXT,
  from: orNull(ADDRESS),
  hash: orNull(TEXT),
  height: HEIGHT,
  size: orNull(HEIGHT),
  weight: HEIGHT,
  fee: orNull(AMOUNT),
  balance: orNull(objectOf({ old: ANY, new: ANY })),
  reads: listOf(objectOf({ ...CELL, value: ANY })),
  writes: listOf(objectOf({ ...CELL, old: ANY, new: ANY })),
};

/** One call of an operator. The calls in its arguments are of the same shape, which a schema cannot say of itself. */
const CALL_MEMBERS = {
  operator: TEXT,
  part: TEXT,
  pass: TEXT,
  arguments: orNull(listOf(ANY)),
  value: ANY,
  failed: BOOLEAN,
  failure: orNull(TEXT),
  note: orNull(TEXT),
};
export const OPERATOR_CALL = objectOf({ ...CALL_MEMBERS, calls: listOf(ANY) });
export type TracedOperator = Omit<Read<typeof OPERATOR_CALL>, "calls"> & {
  readonly calls: readonly TracedOperator[];
};

export const TRACED_TRIAL = objectOf({ ...TRIAL_MEMBERS, trace: listOf(OPERATOR_CALL) });
export type TracedTrial = Omit<Read<typeof TRACED_TRIAL>, "trace"> & {
  readonly trace: readonly TracedOperator[];
};

export const TRACE = {
  name: "Trace",
  summary:
    "What a committed transaction did: every operator with its values, the cells that it read and wrote. Answered with --explorer only.",
  parameters: [required("hash", "string", 78, "The transaction's hash.")],
  isRead: true,
  isExplorer: true,
  data: TRACED_TRIAL,
} as const satisfies Operation;

export const WHAT_IF = {
  name: "WhatIf",
  summary:
    "What a call would do, by any sender, at any height, on other cells. Nothing is signed, sent or stored. Answered with --explorer only.",
  parameters: [
    required(
      "call",
      "json",
      MAX_BODY_SIZE,
      "JSON text of an object with `type`, the parameters of the contract or request, and `cid` unless it is of the network's own space.",
    ),
    optional(
      "kind",
      "string",
      8,
      "`contract` or `request`: which of two codes of one name. A contract when there is one.",
    ),
    optional("from", "string", 44, "The sender. The zero address when left out.", { isAddress: true }),
    optional("height", "int", 16, "The main block after which it is tried. The last one when left out."),
    optional(
      "cells",
      "json",
      MAX_BODY_SIZE,
      "JSON text of an object with other values of cells: `balance` and `resource` by address, `universal` and `local` by state key; null for an absent cell.",
    ),
  ],
  isRead: true,
  isExplorer: true,
  data: TRACED_TRIAL,
} as const satisfies Operation;
