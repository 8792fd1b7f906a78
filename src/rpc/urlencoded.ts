import { utf8ToText } from "../codec/parse-json.js";
import { MAX_FORM_FIELDS } from "./limits.js";
import * as errors from "./errors.js";

/**
 * The fields of a query string or urlencoded body, given as one character a byte. Of several fields with one name the
 * last counts. Raw JSON is accepted: every character stands for itself except percent escapes, and the plus sign,
 * which is a space.
 *
 * Throws `JSON_ENCODING` when a field is not UTF-8, `FORM_FIELDS` when there are too many.
 */
export function parseUrlencoded(bytes: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  if (bytes === "") return fields;
  const pairs = bytes.split("&", MAX_FORM_FIELDS + 1);
  if (pairs.length > MAX_FORM_FIELDS) throw errors.formFields({ limit: MAX_FORM_FIELDS });
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    if (equals < 0) fields.set(decode(pair), "");
    else fields.set(decode(pair.slice(0, equals)), decode(pair.slice(equals + 1)));
  }
  return fields;
}

const PLAIN = /^[^%+\u0080-\u00ff]*$/;
const [PLUS, PERCENT, SPACE] = [0x2b, 0x25, 0x20];

function decode(bytes: string): string {
  return PLAIN.test(bytes) ? bytes : utf8ToText(unescape(Buffer.from(bytes, "latin1")));
}

/** Decodes percent escapes in place, so that a body full of them is decoded in linear time. */
function unescape(bytes: Uint8Array): Uint8Array {
  let length = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    const escaped = byte === PERCENT ? hexByte(bytes, index + 1) : -1;
    if (escaped >= 0) index += 2;
    bytes[length] = escaped >= 0 ? escaped : byte === PLUS ? SPACE : (byte ?? 0);
    length += 1;
  }
  return bytes.subarray(0, length);
}

/** The value of two hexadecimal digits, negative when they are not digits. */
function hexByte(bytes: Uint8Array, at: number): number {
  const [high, low] = [hexDigit(bytes[at]), hexDigit(bytes[at + 1])];
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  // Upper or lower case.
  const letter = byte | 0x20;
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1;
}

/** Decodes UTF-8 that is given as one character a byte. Throws `JSON_ENCODING` when it is invalid. */
export function bytesToText(bytes: string): string {
  return /^[\u0000-\u007f]*$/.test(bytes) ? bytes : utf8ToText(Buffer.from(bytes, "latin1"));
}
