import { createRequire } from "node:module";
import { join } from "node:path";
import { createContext, runInContext, runInNewContext, type Context } from "node:vm";
import { createExactStringify } from "./exact-json.js";

export type Globals = Readonly<Record<string, unknown>>;

/**
 * Creates a separate global object with JavaScript's names, Node's, and those given. Typed code declares nothing in
 * this program.
 */
export function createGlobalContext(globals: Globals): Context {
  const context = createContext();
  const ownNames = new Set(runInNewContext("Object.getOwnPropertyNames(globalThis)") as readonly string[]);
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    // Read on first use: some load much.
    if (!ownNames.has(name)) defineLazily(context, name, () => (globalThis as Record<string, unknown>)[name]);
  }
  defineLazily(context, "require", () => createRequire(join(process.cwd(), "console")));
  for (const [name, value] of Object.entries(globals)) define(context, name, value);
  const { JSON: json } = globalOf(context) as { readonly JSON: JSON };
  json.stringify = createExactStringify(json.stringify);
  return context;
}

/** The global object as evaluated code sees it, with JavaScript's own names. */
export function globalOf(context: Context): object {
  return runInContext("globalThis", context) as object;
}

/** Defines a name that code may redefine and that lists of names leave out. */
function defineLazily(context: Context, name: string, read: () => unknown): void {
  Object.defineProperty(context, name, {
    configurable: true,
    get: read,
    set(value: unknown) {
      define(context, name, value);
    },
  });
}

function define(context: Context, name: string, value: unknown): void {
  Object.defineProperty(context, name, { configurable: true, writable: true, enumerable: true, value });
}
