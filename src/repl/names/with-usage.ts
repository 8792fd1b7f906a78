import { ChainError } from "../../codec/chain-error.js";
import { CONSOLE_NAMES } from "./table.js";

type Call = (...args: readonly unknown[]) => unknown;

/** `chain.state(kind, key)` and `diff(from, to)`, but neither `tx.list({ count }?)` nor `node.info()`. */
const FIRST_ARGUMENT = /^[\w.]+\((?:\{[^}]*\}|[^?,(){}])+[,)]/;

/** Those that are called with nothing only by mistake: their first argument is not marked `?`. */
const NEEDY = new Map(
  CONSOLE_NAMES.filter(({ signature }) => FIRST_ARGUMENT.test(signature)).map(({ name, signature }) => [
    name,
    signature,
  ]),
);

/** The same functions; one that is given nothing, though it needs something, throws `CONSOLE_USAGE` with what it takes. */
export function withUsage<T extends object>(functions: T, prefix = ""): T {
  const members = Object.entries(functions).map(([name, member]: [string, unknown]) => {
    const usage = NEEDY.get(prefix + name);
    return [
      name,
      usage !== undefined && typeof member === "function" ? needing(member as Call, usage) : member,
    ];
  });
  return Object.fromEntries(members) as T;
}

function needing(call: Call, usage: string): Call {
  return (...args) => {
    if (args.length > 0) return call(...args);
    throw new ChainError("CONSOLE_USAGE", "Something is missing between the parentheses. ", {
      kind: "usage",
      advice: `It is: ${usage}`,
    });
  };
}
