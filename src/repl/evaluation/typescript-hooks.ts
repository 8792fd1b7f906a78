import type { LoadHook } from "node:module";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { transformSync } from "@swc/wasm-typescript";
import { fileText } from "../../codec/file-text.js";
import { messageOf } from "../../codec/chain-error.js";

const TYPESCRIPT = /\.m?ts(?:\?|$)/;

/** Node's load hook: a TypeScript module becomes JavaScript, with blanks in place of its types. */
export const load: LoadHook = async (url, context, next) => {
  if (!url.startsWith("file:") || !TYPESCRIPT.test(url)) return next(url, context);
  const file = fileURLToPath(url);
  return {
    format: "module",
    source: withoutTypes(fileText(await readFile(file), file), file),
    shortCircuit: true,
  };
};

/** JavaScript with each statement where it was. Throws a `SyntaxError`. A file of another kind is returned unchanged. */
export function withoutTypes(text: string, filename: string): string {
  if (!TYPESCRIPT.test(filename)) return text;
  try {
    return transformSync(text, { filename, mode: "strip-only", module: true }).code;
  } catch (error) {
    throw new SyntaxError(reasonOf(error), { cause: error });
  }
}

/** The compiler throws objects with its message and the lines concerned. */
function reasonOf(error: unknown): string {
  if (typeof error !== "object" || error === null || !("message" in error)) return messageOf(error);
  const { message, startLine } = error as { readonly message: unknown; readonly startLine?: unknown };
  return typeof startLine === "number" ? `${String(message)}, line ${startLine}` : String(message);
}
