import { ChainError } from "../../codec/chain-error.js";
import type { PrintStyle } from "./print-style.js";

/** The view that is shown in place of data. */
export type ResultView = (style: PrintStyle) => unknown;

const VIEW = Symbol("view");

/** Returns the data with another view as a result. As a value, and as JSON, it is unchanged. */
export function shownAs<T extends object>(data: T, view: ResultView): T {
  return Object.defineProperty(data, VIEW, { value: view });
}

/** The view of a value. */
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
