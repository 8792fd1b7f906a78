import { type ConsoleName, assertOptions } from "./name.js";
import { CONSOLE_NAMES } from "./table.js";
import * as errors from "../errors.js";

type Call = (...args: readonly unknown[]) => unknown;

/** `chain.state(kind, key)` and `diff(from, to)`, but neither `tx.list({ count }?)` nor `node.info()`. */
const FIRST_ARGUMENT = /^[\w.]+\((?:\{[^}]*\}|[^?,(){}])+[,)]/;

const NAMED: ReadonlyMap<string, ConsoleName> = new Map(CONSOLE_NAMES.map((entry) => [entry.name, entry]));

/** Checks calls against their signatures in `names`. Throws `CONSOLE_USAGE` or `CONSOLE_OPTION`. */
export function withUsage<T extends object>(functions: T, prefix = "", names = NAMED): T {
  const members = Object.entries(functions).map(([name, member]: [string, unknown]) => {
    const entry = names.get(prefix + name);
    return [
      name,
      entry !== undefined && typeof member === "function" ? checked(member as Call, entry) : member,
    ];
  });
  return Object.fromEntries(members) as T;
}

function checked(call: Call, { signature, options }: ConsoleName): Call {
  const needsArgument = FIRST_ARGUMENT.test(signature);
  if (!needsArgument && options.size === 0) return call;
  return (...args) => {
    if (needsArgument && args.length === 0) throw errors.consoleUsage({ signature });
    for (const [place, known] of options) assertOptions(args[place], known, signature);
    return call(...args);
  };
}
