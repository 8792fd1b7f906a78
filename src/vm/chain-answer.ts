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
 * Reads what the chain answers, and gives it the shape that it has for an operator (PROTOCOL 7): the JSON text is that of a
 * system request, whose lists of blocks are by height or in order.
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

/** A summary counts its records, the full form has them. */
function recordsIn(block: Value, record: string): number {
  const records = memberOf(block, `${record}s`);
  return isContainer(records) ? sizeOf(records) : Number(memberOf(block, `${record}_count`) ?? 0);
}
