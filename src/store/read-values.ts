import { setImmediate } from "node:timers/promises";
import { parseJson } from "../codec/parse-json.js";
import type { Value } from "../codec/value.js";

/** Characters of values read before other work gets a turn: the longest value of a cell, a few milliseconds. */
const TURN_LENGTH = 65_536;

/**
 * Reads the values of rows and passes each on. A value is nearly always short, but a thousand of the longest take
 * seconds, so other work gets a turn in between.
 */
export async function readValues<Row extends { readonly value: string }>(
  rows: readonly Row[],
  take: (row: Row, value: Value) => void,
): Promise<void> {
  let length = 0;
  for (const row of rows) {
    take(row, parseJson(row.value));
    length += row.value.length;
    if (length < TURN_LENGTH) continue;
    length = 0;
    await setImmediate();
  }
}
