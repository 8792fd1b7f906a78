import type { InitializeHook, LoadHook } from "node:module";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Edit } from "./weakened.js";

let edits: readonly Edit[] = [];

/** Node's hook: called with the data of `register`. */
export const initialize: InitializeHook<readonly Edit[]> = (given) => {
  edits = given;
};

/** Node's load hook: a module with edits is loaded with them. */
export const load: LoadHook = async (url, context, next) => {
  const own = edits.filter(({ file }) => url.endsWith(`/${file}`));
  if (own.length === 0) return next(url, context);
  let source = await readFile(fileURLToPath(url), "utf8");
  for (const { file, text, replacement } of own) {
    if (source.split(text).length !== 2) throw new Error(`${file} does not hold this once: ${text}`);
    source = source.replace(text, replacement);
  }
  return { format: "module", source, shortCircuit: true };
};
