import { inspect, types } from "node:util";
import { shownText, widthOf } from "../../codec/shown-text.js";
import { coloured, type PrintStyle, viewOf } from "./shown-as.js";

const INDENT = "  ";
/** The width when the terminal's is unknown. */
const WIDTH_IN_PIPES = 110;
const NAME = /^[A-Za-z_$][\w$]*$/;

/** A value in JavaScript notation, on one line if it fits. Maps are written as objects. */
export function literalText(value: unknown, style: PrintStyle): string {
  const width = Number.isFinite(style.width) ? style.width : WIDTH_IN_PIPES;
  return print(value, { ...style, width }, []);
}

/** `above` are the containers around the value, which is indented once for each. */
function print(data: unknown, style: PrintStyle, above: readonly object[]): string {
  const value = viewOf(data, style);
  const indent = INDENT.repeat(above.length);
  if (typeof value === "bigint") return coloured("yellow", value.toString(), style);
  if (Array.isArray(value) || isRecord(value)) {
    if (above.includes(value)) return "[circular]";
    const inside = [...above, value];
    const parts = Array.isArray(value)
      ? value.map((item) => print(item, style, inside))
      : membersOf(value).map(([name, member]) => `${nameText(name, style)}: ${print(member, style, inside)}`);
    return layOut(parts, indent, { brackets: Array.isArray(value) ? "[]" : "{}", width: style.width });
  }
  if (typeof value === "string") return quoted(value, style);
  return objectText(value, style).replaceAll("\n", `\n${indent}`);
}

/** A value as Node writes it. An object with a text of its own has escaped there what others wrote. */
function objectText(value: unknown, { width, hasColour }: PrintStyle): string {
  const isOurs = isScalar(value) || inspect.custom in (value as object);
  const text = inspect(value, {
    depth: Infinity,
    maxArrayLength: Infinity,
    maxStringLength: Infinity,
    breakLength: width,
    colors: hasColour && isOurs,
  });
  return isOurs
    ? text
    : text
        .split("\n")
        .map((line) => shownText(line))
        .join("\n");
}

/** A text in quotes. What its reader would not see is an escape of JavaScript. */
function quoted(text: string, style: PrintStyle): string {
  return coloured(
    "green",
    shownText(inspect(text, { maxStringLength: Infinity, breakLength: Infinity })),
    style,
  );
}

function nameText(name: string, style: PrintStyle): string {
  return NAME.test(name) ? name : quoted(name, style);
}

function layOut(
  parts: readonly string[],
  indent: string,
  { brackets, width }: { readonly brackets: "[]" | "{}"; readonly width: number },
): string {
  if (parts.length === 0) return brackets;
  const [open, close] = brackets;
  const line = `${open} ${parts.join(", ")} ${close}`;
  const isShort = !line.includes("\n") && indent.length + widthOf(line) <= width;
  if (isShort) return line;
  const inner = indent + INDENT;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`;
}

/** Whether a value is a map or a plain object of any realm: typed values come from another one. */
export function isRecord(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  if (types.isMap(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  return isPlain && !(inspect.custom in value);
}

export function membersOf(record: object): readonly (readonly [string, unknown])[] {
  return types.isMap(record)
    ? Array.from(record, ([name, member]): [string, unknown] => [String(name), member])
    : Object.entries(record);
}

export function isScalar(value: unknown): boolean {
  return value === null || (typeof value !== "object" && typeof value !== "function");
}
