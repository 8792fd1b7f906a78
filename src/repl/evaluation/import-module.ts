import { createRequire } from "node:module";
import { isAbsolute, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Context } from "node:vm";

/** What `import` is called in what is run. */
export const IMPORT_MODULE = "$import";

/** Modules are found from the file's place, or from the working directory for what is typed. */
export function setImporter(context: Context, file: string): void {
  const base = isAbsolute(file) ? file : resolve(file);
  const load = (specifier: string): Promise<unknown> => {
    if (/^\.{0,2}\//.test(specifier)) return import(new URL(specifier, pathToFileURL(base)).href);
    if (/^[a-z]+:/.test(specifier)) return import(specifier);
    return import(pathOf(specifier, base));
  };
  Object.defineProperty(context, IMPORT_MODULE, { configurable: true, value: load });
}

/** A package of the script's own, or a module of Node. */
function pathOf(specifier: string, base: string): string {
  const path = createRequire(base).resolve(specifier);
  return isAbsolute(path) ? pathToFileURL(path).href : path;
}
