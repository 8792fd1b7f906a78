import { literalText } from "./literal.js";
import { tableText } from "./table.js";
import type { PrintStyle } from "./print-style.js";
import { viewOf } from "./shown-as.js";

export type { PrintStyle };

/**
 * A result for people. Nothing is rounded, cut or left out, so that it can be copied. Records of one shape are a
 * table. Ends with a newline, unless there is nothing to show.
 */
export function printResult(result: unknown, style: PrintStyle): string {
  if (result === undefined) return "";
  const shown = viewOf(result, style);
  return tableText(shown, style) ?? `${literalText(shown, style)}\n`;
}
