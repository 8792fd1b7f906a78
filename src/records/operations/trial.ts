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
