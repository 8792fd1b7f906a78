import { createRequire } from "node:module";
import { join } from "node:path";
import { createContext, runInNewContext, type Context } from "node:vm";

export type Globals = Readonly<Record<string, unknown>>;

/**
 * A global object of the console's own: JavaScript's names, Node's, and those given. What is typed declares nothing in
 * this program.
 */
export function createGlobalContext(globals: Globals): Context {
  const context = createContext();
  const ownNames = new Set(runInNewContext("Object.getOwnPropertyNames(globalThis)") as readonly string[]);
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    // Read when it is used: some load much.
    if (!ownNames.has(name)) defineLazily(context, name, () => (globalThis as Record<string, unknown>)[name]);
  }
  defineLazily(context, "require", () => createRequire(join(process.cwd(), "console")));
  for (const [name, value] of Object.entries(globals)) define(context, name, value);
  return context;
}

/** A name that code may take for itself, and that lists of names leave out. */
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
