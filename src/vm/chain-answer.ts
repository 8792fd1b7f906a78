import { parseJson } from "../codec/parse-json.js";
import { valueToText } from "../codec/text.js";
import { EMPTY, entriesOf, isContainer, mapToValue, memberOf, type Value } from "../codec/value.js";
import type { ChainQuery } from "./chain-view.js";

/**
 * Reads what the chain answers: the JSON text of what the system request answers that an operator is named after. Lists of
 * blocks come by height, or in order, and are lists by blockhash to the operators (PROTOCOL 7).
 */
export function readChainAnswer({ operator }: ChainQuery, json: string): Value {
  const value = parseJson(json);
  return operator === "list_block" || operator === "list_resource_block" ? byBlockhash(value) : value;
}

function byBlockhash(blocks: Value): Value {
  if (!isContainer(blocks)) return EMPTY;
  const byHash = new Map<string, Value>();
  for (const [, block] of entriesOf(blocks))
    byHash.set(valueToText(memberOf(block, "blockhash") ?? null), block);
  return mapToValue(byHash);
}
