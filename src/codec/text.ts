import { canonicalJson } from "./canonical-json.js";
import { floatToText } from "./float-text.js";
import { memberOf, type Value } from "./value.js";

/**
 * A copy of a text. A slice may keep the whole text in memory that it was taken from, and a text that was put together all
 * its pieces.
 */
export function detached(text: string): string {
  return ` ${text}`.slice(1);
}

/** `text(x)`: the text that is hashed, measured and concatenated (PROTOCOL 1.11). */
export function valueToText(value: Value): string {
  switch (typeof value) {
    case "string":
      return value;
    case "bigint":
      return value.toString();
    case "number":
      return floatToText(value);
    case "boolean":
      return value ? "1" : "";
    default:
      return value === null ? "" : canonicalJson(value);
  }
}

/** A member of a container as text; empty when it is missing. */
export function textIn(value: Value | undefined, name: string): string {
  return valueToText(memberOf(value, name) ?? null);
}

/** Whether a text is a whole number that a `number` represents exactly. */
export function isWholeNumber(text: string): boolean {
  return /^[0-9]{1,15}$/.test(text);
}

export function byteLength(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // Each half of a surrogate pair counts two of the four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}
