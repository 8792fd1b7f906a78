import { inspect, styleText, type InspectOptions } from "node:util";
import type { TraceStyle } from "../../node/trial/trace-text.js";

/**
 * Data that is shown as a text of its own wherever it is inspected. Member by member, and as a value, it stays what it
 * is.
 */
export function printable<T extends object>(data: T, print: (style: TraceStyle) => string): T {
  const show = (_depth: number, { colors = false }: InspectOptions): string =>
    print(styleOf(colors)).trimEnd();
  return Object.defineProperty(data, inspect.custom, { value: show });
}

/** Whatever is copied from the prompt is whole: nothing is cut. */
function styleOf(hasColour: boolean): TraceStyle {
  const styled = (format: "dim" | "red" | "yellow") => (text: string) =>
    hasColour ? styleText(format, text, { validateStream: false }) : text;
  return { width: Infinity, dim: styled("dim"), red: styled("red"), yellow: styled("yellow") };
}
