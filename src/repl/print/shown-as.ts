import { styleText, inspect, type InspectOptions } from "node:util";
import { ChainError } from "../../codec/chain-error.js";
import type { TraceStyle } from "../../replay/trial/trace-text.js";

export interface PrintStyle {
  /** The width in columns; infinite in a pipe. */
  readonly width: number;
  readonly hasColour: boolean;
}

export function coloured(
  colour: "dim" | "yellow" | "green" | "bold",
  text: string,
  { hasColour }: PrintStyle,
): string {
  return hasColour ? styleText(colour, text, { validateStream: false }) : text;
}

type ResultView = (style: PrintStyle) => unknown;

const VIEW = Symbol("view");

/** Returns the data with another view as a result. As a value, and as JSON, it is unchanged. */
export function shownAs<T extends object>(data: T, view: ResultView): T {
  return Object.defineProperty(data, VIEW, { value: view });
}

export function viewOf(value: unknown, style: PrintStyle): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof ChainError) return errorView(value);
  const { [VIEW]: view } = value as { readonly [VIEW]?: ResultView };
  return view === undefined ? value : view(style);
}

/** An error without its stack, which does not help the user. */
function errorView({ code, kind, message, details, advice }: ChainError): object {
  return { code, kind, message, details, ...(advice === undefined ? {} : { advice }) };
}

/** Returns data with a text of its own for inspection. As a value it is unchanged. */
export function printable<T extends object>(data: T, print: (style: TraceStyle) => string): T {
  const show = (_depth: number, { colors = false }: InspectOptions): string =>
    print(styleOf(colors)).trimEnd();
  return Object.defineProperty(data, inspect.custom, { value: show });
}

/** Nothing is cut, so that text can be copied from the prompt. */
export function styleOf(hasColour: boolean): TraceStyle {
  const styled = (format: "dim" | "red" | "yellow") => (text: string) =>
    hasColour ? styleText(format, text, { validateStream: false }) : text;
  return { width: Infinity, dim: styled("dim"), red: styled("red"), yellow: styled("yellow") };
}
