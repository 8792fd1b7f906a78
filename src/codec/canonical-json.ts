import { floatToJson } from "./float-text.js";
import { isList, type Value } from "./value.js";

/** Matches text that needs no escapes: printable ASCII without `"`, `/` and `\`, and DEL. */
const PLAIN_TEXT = /^[ !#-.0-[\]-\x7f]*$/;
const TO_ESCAPE = /["/\\\u0000-\u001f\u0080-\uffff]/g;
const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["/", "\\/"],
  ["\\", "\\\\"],
  ["\b", "\\b"],
  ["\f", "\\f"],
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** Canonical JSON text of a value (PROTOCOL 1.5, 1.8, 1.9). It is pure ASCII, so its length is its size in bytes. */
export function canonicalJson(value: Value): string {
  switch (typeof value) {
    case "string":
      return stringToJson(value);
    case "bigint":
      return value.toString();
    case "number":
      return floatToJson(value);
    case "boolean":
      return value ? "true" : "false";
    default:
      return value === null ? "null" : containerToJson(value);
  }
}

/** A string as canonical JSON, with its quotes. */
export function stringToJson(text: string): string {
  if (PLAIN_TEXT.test(text)) return `"${text}"`;
  return `"${text.replace(TO_ESCAPE, escapeUnit)}"`;
}

/** The length of `stringToJson(text)`. */
export function stringToJsonLength(text: string): number {
  return PLAIN_TEXT.test(text) ? text.length + 2 : stringToJson(text).length;
}

function containerToJson(value: Exclude<Value, null | boolean | bigint | number | string>): string {
  if (isList(value)) {
    let out = "[";
    for (let index = 0; index < value.length; index += 1) {
      out += (index === 0 ? "" : ",") + canonicalJson(value[index] as Value);
    }
    return `${out}]`;
  }
  if (value.size === 0) return "[]";
  let out = "";
  for (const [key, member] of value)
    out += `${out === "" ? "{" : ","}${stringToJson(key)}:${canonicalJson(member)}`;
  return `${out}}`;
}

function escapeUnit(unit: string): string {
  return SHORT_ESCAPES.get(unit) ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
