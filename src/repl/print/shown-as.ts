import { ChainError } from "../../codec/chain-error.js";
import type { PrintStyle } from "./print-style.js";

/** What people see in the place of data. */
export type View = (style: PrintStyle) => unknown;

const VIEW = Symbol("view");

/** The same data, which look otherwise as a result. As a value, and as JSON, they stay what they are. */
export function shownAs<T extends object>(data: T, view: View): T {
  return Object.defineProperty(data, VIEW, { value: view });
}

/** What is shown of a value. */
export function viewOf(value: unknown, style: PrintStyle): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof ChainError) return errorView(value);
  const { [VIEW]: view } = value as { readonly [VIEW]?: View };
  return view === undefined ? value : view(style);
}

/** Where in this program it was thrown is no news to who typed. */
function errorView({ code, kind, message, details, advice }: ChainError): object {
  return { code, kind, message, details, ...(advice === undefined ? {} : { advice }) };
}
