import { canonicalJson } from "../../codec/canonical-json.js";
import { ChainError } from "../../codec/chain-error.js";
import { parseJson } from "../../codec/parse-json.js";
import { detached, byteLength } from "../../codec/text.js";
import { EMPTY, isContainer, sizeOf, type Value, type ValueList } from "../../codec/value.js";
import { executionFailed, limitExceeded } from "../errors.js";
import type { TEXT_SPECS } from "../../records/operators/text.js";
import { argument, type OperatorCalls } from "../operator.js";
import { matchesPattern } from "../pattern.js";
import type { Run } from "../run.js";
import { COSTS, SURCHARGES } from "../work.js";

/** Operators on text and containers (PROTOCOL 7.29, 7.30). */
export const TEXT_CALLS: OperatorCalls<typeof TEXT_SPECS> = {
  concat,
  count,
  strlen,
  reg_match: regMatch,
  encode_json: encodeJson,
  decode_json: decodeJson,
};

/** The longest text that `$concat` builds, in UTF-16 units. The JavaScript engine's own limit is twice as much. */
export const MAX_TEXT_LENGTH = 268_435_456;

function concat(args: ValueList, run: Run): Value {
  const parts: string[] = [];
  let length = 0;
  for (const part of args) {
    if (typeof part !== "string") continue;
    run.charge(part.length);
    length += part.length;
    if (length > MAX_TEXT_LENGTH) throw limitExceeded({ message: "Too long processing. " });
    parts.push(part);
  }
  // Text that is added piece by piece takes 32 bytes of memory for each piece.
  return parts.join("");
}

function count(args: ValueList): Value {
  const container = argument(args, 0);
  return BigInt(isContainer(container) ? sizeOf(container) : 0);
}

function strlen(args: ValueList, run: Run): Value {
  const text = argument(args, 0);
  if (typeof text !== "string") return 0n;
  run.charge(text.length);
  return BigInt(byteLength(text));
}

function regMatch(args: ValueList, run: Run): Value {
  const pattern = argument(args, 0);
  const text = argument(args, 1);
  if (typeof pattern !== "string" || typeof text !== "string") return false;
  return matchesPattern(pattern, text, run);
}

/** `$encode_json`. Measuring fails for a value that nests deeper than JSON may (PROTOCOL 1.7, 1.8). */
function encodeJson(args: ValueList, run: Run): Value {
  const value = argument(args, 0);
  run.measureJson(value, COSTS.json);
  return detached(canonicalJson(value));
}

const OPENING = /[[{]/g;

function decodeJson(args: ValueList, run: Run): Value {
  const text = argument(args, 0);
  if (typeof text !== "string") return EMPTY;
  run.charge(text.length * COSTS.json);
  run.surcharge((text.match(OPENING)?.length ?? 0) * SURCHARGES.container);
  const value = run.decode(text, parseLeniently);
  if (value === null) return EMPTY;
  if (!isContainer(value))
    throw executionFailed({ message: "$decode_json gives a list or map; its text is neither. " });
  return value;
}

function parseLeniently(text: string): Value {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof ChainError) return null;
    throw error;
  }
}
