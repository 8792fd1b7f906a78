import { canonicalJson, stringToJson } from "./canonical-json.js";
import { entriesOf, isContainer, isList, sizeOf, type Value } from "./value.js";

/**
 * Returns JSON text for people and their tools: exact integers of any size, `/` without an escape, indented when
 * `indent` is not empty. Canonical JSON (PROTOCOL 1.8) is for hashing.
 */
export function valueToJson(value: Value, indent = ""): string {
  return print(value, indent, "\n");
}

function print(value: Value, indent: string, lineStart: string): string {
  if (isContainer(value)) return printContainer(value, indent, lineStart);
  // Only the hashed form needs these escapes.
  return canonicalJson(value).replaceAll("\\/", "/");
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
