import { isWholeNumber } from "../codec/text.js";
import { isTimeHash } from "../records/fields.js";
import type { Target } from "./system-requests.js";
import * as errors from "./errors.js";

/** A height, a blockhash, or `latest`, the default, as undefined. Throws `BLOCK_TARGET`. */
export function readBlockTarget(given: unknown): Target | undefined {
  if (given === undefined || given === "latest") return undefined;
  if (typeof given === "string" && isTimeHash(given)) return given;
  const isNumber = typeof given === "number" || typeof given === "bigint" || typeof given === "string";
  if (isNumber && isWholeNumber(String(given))) return Number(given);
  throw errors.blockTarget(
    isNumber ? { block: String(given) } : { type: given === null ? "null" : typeof given },
  );
}
