import { inspect, stripVTControlCharacters } from "node:util";
import { isRecord, membersOf } from "./plain-data.js";
import { coloured, type PrintStyle } from "./print-style.js";
import { viewOf } from "./shown-as.js";

const INDENT = "  ";
/** The width when the terminal's is unknown. */
const WIDTH_IN_PIPES = 110;
const NAME = /^[A-Za-z_$][\w$]*$/;

/**
 * A value in JavaScript notation: on one line if it fits, otherwise one line a member. Maps are written as objects,
 * integers as digits. Other objects are written as Node does.
 */
export function literalText(value: unknown, style: PrintStyle): string {
  const width = Number.isFinite(style.width) ? style.width : WIDTH_IN_PIPES;
  return print(value, { ...style, width }, "", []);
}

function print(data: unknown, style: PrintStyle, indent: string, above: readonly object[]): string {
  const value = viewOf(data, style);
  if (typeof value === "bigint") return coloured("yellow", value.toString(), style);
  if (Array.isArray(value)) {
    if (above.includes(value)) return "[circular]";
    const items = value.map((item) => print(item, style, indent + INDENT, [...above, value]));
    return layOut("[]", items, style, indent);
  }
  if (isRecord(value)) {
    if (above.includes(value)) return "[circular]";
    const members = membersOf(value).map(
      ([name, member]) =>
        `${nameText(name, style)}: ${print(member, style, indent + INDENT, [...above, value])}`,
    );
    return layOut("{}", members, style, indent);
  }
  return inspect(value, {
    depth: Infinity,
    maxArrayLength: Infinity,
    maxStringLength: Infinity,
    breakLength: style.width,
    colors: style.hasColour,
  }).replaceAll("\n", `\n${indent}`);
}

function nameText(name: string, { hasColour }: PrintStyle): string {
  return NAME.test(name) ? name : inspect(name, { colors: hasColour });
}

function layOut(
  brackets: "[]" | "{}",
  parts: readonly string[],
  { width }: PrintStyle,
  indent: string,
): string {
  if (parts.length === 0) return brackets;
  const [open, close] = brackets;
  const line = `${open} ${parts.join(", ")} ${close}`;
  const isShort = !line.includes("\n") && indent.length + stripVTControlCharacters(line).length <= width;
  if (isShort) return line;
  const inner = indent + INDENT;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`;
}
