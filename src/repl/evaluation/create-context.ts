import { createRequire } from "node:module";
import { join } from "node:path";
import { types } from "node:util";
import { createContext, runInContext, runInNewContext, type Context } from "node:vm";
import { Console } from "node:console";
import { Writable } from "node:stream";
import { valueToJson } from "../../codec/readable-json.js";
import { toValue } from "../to-value.js";

export type Globals = Readonly<Record<string, unknown>>;

/** Creates a separate global object with JavaScript's names, Node's, and those given. */
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

type Stringify = typeof JSON.stringify;

/** `JSON.stringify` for protocol values: maps in their own order, integers of any size. */
function createExactStringify(native: Stringify): Stringify {
  const stringify = (value: unknown, replacer?: unknown, space: string | number = ""): string | undefined => {
    const isOurs = (replacer === undefined || replacer === null) && holdsValue(value, new Set());
    if (!isOurs) return native(value, replacer as Parameters<Stringify>[1], space);
    return valueToJson(toValue(value), typeof space === "number" ? " ".repeat(space) : space);
  };
  return stringify as Stringify;
}

function holdsValue(value: unknown, above: ReadonlySet<unknown>): boolean {
  if (typeof value === "bigint" || types.isMap(value)) return true;
  if (typeof value !== "object" || value === null || above.has(value)) return false;
  const inside = new Set([...above, value]);
  return Object.values(value).some((member) => holdsValue(member, inside));
}

/** A `console` whose output is not a result. It holds no state that SIGINT could leave half changed. */
export function createScriptConsole(write: (text: string) => void, hasColour = false): Console {
  const stdout = Object.assign(new Writable(), {
    write(text: string) {
      write(text);
      return true;
    },
  });
  return new Console({ stdout, colorMode: hasColour });
}
