import { ChainError } from "../codec/chain-error.js";
import { utf8ToText } from "../codec/parse-json.js";
import { MAX_FORM_FIELDS } from "./limits.js";

/**
 * The fields of a query string or urlencoded body, given as one character a byte. The last of several of one name
 * counts. Raw JSON passes as it is: what is not a percent escape stands for itself, a plus sign for a space.
 *
 * Throws `JSON_ENCODING` when a field is not UTF-8, `FORM_FIELDS` when there are too many.
 */
export function parseUrlencoded(bytes: string): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  if (bytes === "") return fields;
  const pairs = bytes.split("&", MAX_FORM_FIELDS + 1);
  if (pairs.length > MAX_FORM_FIELDS) throw tooManyFields();
  for (const pair of pairs) {
    const equals = pair.indexOf("=");
    if (equals < 0) fields.set(decode(pair), "");
    else fields.set(decode(pair.slice(0, equals)), decode(pair.slice(equals + 1)));
  }
  return fields;
}

export function tooManyFields(): ChainError {
  return new ChainError("FORM_FIELDS", `A form has at most ${MAX_FORM_FIELDS} fields. `, { kind: "usage" });
}

const PLAIN = /^[^%+\u0080-\u00ff]*$/;
const ESCAPE = /%([0-9a-fA-F]{2})/g;

function decode(bytes: string): string {
  if (PLAIN.test(bytes)) return bytes;
  const unescaped = bytes
    .replaceAll("+", " ")
    .replace(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return bytesToText(unescaped);
}

/** UTF-8 that stands as one character a byte, as text. Throws `JSON_ENCODING` when it is not UTF-8. */
export function bytesToText(bytes: string): string {
  return /^[\u0000-\u007f]*$/.test(bytes) ? bytes : utf8ToText(Buffer.from(bytes, "latin1"));
}
