import * as errors from "./errors.js";
import { JsonReader, type JsonReaderOptions } from "./json-reader.js";
import type { Steps } from "./steps.js";
import type { Value } from "./value.js";

const UTF8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes UTF-8 bytes. Throws `JSON_ENCODING` when they are not UTF-8 (PROTOCOL 1.7). */
export function utf8ToText(bytes: Uint8Array): string {
  try {
    return UTF8.decode(bytes);
  } catch (cause) {
    throw errors.jsonEncoding({}, { cause });
  }
}

/**
 * Reads JSON text as a protocol value (PROTOCOL 1.2, 1.3, 1.4, 1.5): integers of 64 bits exactly, every other number as
 * a float, keys in order of first appearance with the last value, maps that are lists as lists.
 *
 * Throws `JSON_SYNTAX` or `JSON_DEPTH` with the offset where it stopped.
 */
export function parseJson(text: string): Value {
  const reader = new JsonReader();
  reader.add(text, true);
  reader.read(Infinity);
  return reader.value;
}

/** The most tokens and characters of a step, which takes less than a millisecond. */
const STEP = 256;
const STEP_LENGTH = 16_384;

/** Like `parseJson`, but in steps, for untrusted text. Also throws `JSON_WEIGHT`. */
export function* parseJsonInSteps(text: string, options?: JsonReaderOptions): Steps<Value> {
  const reader = new JsonReader(options);
  for (let start = 0; ;) {
    const end = pieceEnd(text, start + STEP_LENGTH);
    reader.add(text.slice(start, end), end >= text.length);
    while (!reader.read(STEP)) yield;
    if (end >= text.length) return reader.value;
    start = end;
    yield;
  }
}

/** Returns where a piece ends. It never splits a surrogate pair. */
function pieceEnd(text: string, end: number): number {
  const unit = text.charCodeAt(end - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? end + 1 : end;
}
