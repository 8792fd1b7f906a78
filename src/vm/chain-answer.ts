import { parseJson } from "../codec/parse-json.js";
import { valueToText } from "../codec/text.js";
import {
  EMPTY,
  entriesOf,
  isContainer,
  mapToValue,
  memberOf,
  sizeOf,
  valuesOf,
  type Value,
} from "../codec/value.js";
import { BlockWindow } from "./block-window.js";
import type { ChainQuery } from "./chain-view.js";
import { jsonLength } from "./measure.js";

/**
 * Parses the JSON text of a system request's answer and gives it the shape of the chain operator's answer: a list of
 * blocks becomes a map by blockhash, and `BlockWindow` limits consecutive blocks (PROTOCOL 7.36, 7.39).
 */
export function readChainAnswer({ operator }: ChainQuery, json: string): Value {
  const value = parseJson(json);
  switch (operator) {
    case "list_block":
    case "list_resource_block":
      return byBlockhash(value);
    case "get_blocks":
      return inWindow(value, "transaction");
    case "get_resource_blocks":
      return inWindow(value, "receipt");
    default:
      return value;
  }
}

function byBlockhash(blocks: Value): Value {
  if (!isContainer(blocks)) return EMPTY;
  const byHash = new Map<string, Value>();
  for (const block of valuesOf(blocks)) byHash.set(valueToText(memberOf(block, "blockhash") ?? null), block);
  return mapToValue(byHash);
}

function inWindow(blocks: Value, record: "transaction" | "receipt"): Value {
  if (!isContainer(blocks)) return EMPTY;
  const window = new BlockWindow();
  const taken = new Map<string, Value>();
  for (const [height, block] of entriesOf(blocks)) {
    if (!window.takes(recordsIn(block, record), jsonLength(block, Infinity))) break;
    taken.set(height, block);
  }
  return mapToValue(taken);
}

/** The number of records. A summary has a count, the full form the records themselves. */
function recordsIn(block: Value, record: string): number {
  const records = memberOf(block, `${record}s`);
  return isContainer(records) ? sizeOf(records) : Number(memberOf(block, `${record}_count`) ?? 0);
}
