import { ChainError } from "../../codec/chain-error.js";
import { byteLength } from "../../codec/text.js";
import { parseCode } from "../../records/code.js";
import type { PrintStyle } from "./print-style.js";

const LONGEST = 100;

/** A value for a table cell on a terminal: a code is described, any other long text is cut. In a pipe nothing is. */
export function shorten(value: unknown, { width }: PrintStyle): unknown {
  if (typeof value !== "string" || value.length <= LONGEST || !Number.isFinite(width)) return value;
  return codeName(value) ?? `${value.slice(0, LONGEST)}… ${value.length} characters`;
}

function codeName(text: string): string | null {
  try {
    const { kind, name, version } = parseCode(text);
    return `${kind} ${name} ${version}, ${byteLength(text)} bytes`;
  } catch (error) {
    if (error instanceof ChainError) return null;
    throw error;
  }
}
