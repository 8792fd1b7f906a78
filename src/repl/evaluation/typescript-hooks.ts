import type { LoadHook } from "node:module";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { transformSync } from "@swc/wasm-typescript";
import { fileText } from "../../codec/file-text.js";
import { messageOf } from "../../codec/chain-error.js";

const TYPESCRIPT = /^file:.*\.m?ts(?:\?|$)/;

/** Node's load hook: a TypeScript module becomes JavaScript, with blanks in place of its types. */
export const load: LoadHook = async (url, context, next) => {
  if (!TYPESCRIPT.test(url)) return next(url, context);
  const file = fileURLToPath(url);
  return {
    format: "module",
    source: stripTypes(fileText(await readFile(file), file), file),
    shortCircuit: true,
  };
};

function stripTypes(text: string, filename: string): string {
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
