import { canonicalJson } from "./canonical-json.js";
import { escapeControls } from "./shown-text.js";
import { entriesOf, isContainer, isList, sizeOf, type Value } from "./value.js";

/**
 * Returns JSON text for people and their tools: exact integers of any size, text as it is with escapes only for what a
 * reader would not see, indented when `indent` is not empty. Canonical JSON (PROTOCOL 1.8) is for hashing.
 */
export function valueToJson(value: Value, indent = ""): string {
  return print(value, indent, "\n");
}

/** A text in quotes, as JSON and as JavaScript, without characters that a terminal would obey. */
export function quoted(text: string): string {
  return escapeControls(JSON.stringify(text));
}

function print(value: Value, indent: string, lineStart: string): string {
  if (isContainer(value)) return printContainer(value, indent, lineStart);
  return typeof value === "string" ? quoted(value) : canonicalJson(value);
}

function printContainer(value: Extract<Value, object>, indent: string, lineStart: string): string {
  if (sizeOf(value) === 0) return "[]";
  const isPlainList = isList(value);
  const inner = indent === "" ? "" : lineStart + indent;
  const colon = indent === "" ? ":" : ": ";
  const members: string[] = [];
  for (const [key, member] of entriesOf(value)) {
    const text = print(member, indent, lineStart + indent);
    members.push(inner + (isPlainList ? text : quoted(key) + colon + text));
  }
  const end = indent === "" ? "" : lineStart;
  const body = members.join(",") + end;
  return isPlainList ? `[${body}]` : `{${body}}`;
}
