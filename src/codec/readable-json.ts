import { stringToJson } from "./canonical-json.js";
import { floatToJson } from "./float-text.js";
import { entriesOf, isList, sizeOf, type Value } from "./value.js";

/**
 * Returns JSON text for people and their tools: exact integers of any size, `/` without an escape, indented when
 * `indent` is not empty. Canonical JSON (PROTOCOL 1.8) is for hashing.
 */
export function valueToJson(value: Value, indent = ""): string {
  return print(value, indent, "\n");
}

function print(value: Value, indent: string, lineStart: string): string {
  switch (typeof value) {
    case "string":
      // Only the hashed form needs these escapes.
      return stringToJson(value).replaceAll("\\/", "/");
    case "bigint":
      return value.toString();
    case "number":
      return floatToJson(value);
    case "boolean":
      return value ? "true" : "false";
    default:
      return value === null ? "null" : printContainer(value, indent, lineStart);
  }
}

function printContainer(value: Extract<Value, object>, indent: string, lineStart: string): string {
  if (sizeOf(value) === 0) return "[]";
  const isPlainList = isList(value);
  const inner = indent === "" ? "" : lineStart + indent;
  const colon = indent === "" ? ":" : ": ";
  const members: string[] = [];
  for (const [key, member] of entriesOf(value)) {
    const text = print(member, indent, lineStart + indent);
    members.push(inner + (isPlainList ? text : stringToJson(key).replaceAll("\\/", "/") + colon + text));
  }
  const end = indent === "" ? "" : lineStart;
  const body = members.join(",") + end;
  return isPlainList ? `[${body}]` : `{${body}}`;
}
