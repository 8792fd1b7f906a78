import { inspect, styleText, type InspectOptions } from "node:util";
import type { TraceStyle } from "../../replay/trial/trace-text.js";

/** Returns data with a text of its own for inspection. As a value it is unchanged. */
export function printable<T extends object>(data: T, print: (style: TraceStyle) => string): T {
  const show = (_depth: number, { colors = false }: InspectOptions): string =>
    print(styleOf(colors)).trimEnd();
  return Object.defineProperty(data, inspect.custom, { value: show });
}

/** Nothing is cut, so that text can be copied from the prompt. */
function styleOf(hasColour: boolean): TraceStyle {
  const styled = (format: "dim" | "red" | "yellow") => (text: string) =>
    hasColour ? styleText(format, text, { validateStream: false }) : text;
  return { width: Infinity, dim: styled("dim"), red: styled("red"), yellow: styled("yellow") };
}
