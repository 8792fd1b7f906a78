import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire, register } from "node:module";
import { isAbsolute, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Context } from "node:vm";
import { fileText } from "../../codec/file-text.js";

/** The name of `import` in evaluated code. */
export const IMPORT_MODULE = "$import";

/** Modules are resolved from the file's directory, or from the working directory for typed code. */
export function setImporter(context: Context, file: string): void {
  const base = isAbsolute(file) ? file : resolve(file);
  const load = async (specifier: string): Promise<unknown> => {
    if (/\.m?ts$/.test(specifier)) allowTypeScript();
    if (/^\.{0,2}\//.test(specifier)) return importFile(new URL(specifier, pathToFileURL(base)));
    if (/^[a-z]+:/.test(specifier)) return import(specifier);
    // This file is in the package, which may import itself by its name.
    return specifier.startsWith("chainnode/") ? import(specifier) : import(pathOf(specifier, base));
  };
  Object.defineProperty(context, IMPORT_MODULE, { configurable: true, value: load });
}

/** Imports a file. A changed file is loaded again, so that a corrected contract is used. JSON is data. */
async function importFile(url: URL): Promise<unknown> {
  if (url.pathname.endsWith(".json"))
    return { default: JSON.parse(fileText(await readFile(url))) as unknown };
  provideOwnPackage();
  const changedMs = statSync(url, { throwIfNoEntry: false })?.mtimeMs;
  if (changedMs !== undefined) url.search = `changed=${changedMs}`;
  return import(url.href);
}

/** The path of a package of the script, or of a Node module. */
function pathOf(specifier: string, base: string): string {
  const path = createRequire(base).resolve(specifier);
  return isAbsolute(path) ? pathToFileURL(path).href : path;
}

let importsOwnPackage = false;
let importsTypeScript = "typescript" in process.features && process.features.typescript !== false;

/** Lets modules import `chainnode/…` where it is not installed beside them. */
export function provideOwnPackage(): void {
  if (importsOwnPackage) return;
  register("./own-package-hooks.js", import.meta.url);
  importsOwnPackage = true;
}

/** Allows TypeScript modules to be imported, also on a Node version that does not strip types itself. */
export function allowTypeScript(): void {
  if (importsTypeScript) return;
  register("./typescript-hooks.js", import.meta.url);
  importsTypeScript = true;
}
