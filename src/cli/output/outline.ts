import { entriesOf, isContainer, isList, sizeOf, type Value } from "../../codec/value.js";
import { valueToJson } from "../../codec/readable-json.js";
import type { View } from "./view.js";

const INDENT = "  ";

/**
 * Any value for people: one member a line, nested members indented, texts without quotes. A pipe gets indented JSON.
 */
export function outlineText(view: View, value: Value): string {
  if (!isContainer(value)) return `${scalarText(value)}\n`;
  if (!view.isTerminal) return `${valueToJson(value, INDENT)}\n`;
  return outline(view, value, "");
}

function outline(view: View, value: Extract<Value, object>, indent: string): string {
  let out = "";
  const isPlainList = isList(value);
  for (const [key, member] of entriesOf(value)) {
    const label = indent + view.style.dim(isPlainList ? "-" : key);
    out +=
      isContainer(member) && sizeOf(member) > 0
        ? `${label}\n${outline(view, member, indent + INDENT)}`
        : `${label} ${scalarText(member)}\n`;
  }
  return out === "" ? `${indent}[]\n` : out;
}

function scalarText(value: Value): string {
  return typeof value === "string" ? value : valueToJson(value);
}
