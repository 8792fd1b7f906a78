import { inspect, types } from "node:util";
import { ChainError } from "../../codec/chain-error.js";
import { nearestName } from "../../records/nearest-name.js";
import { CONSOLE_NAMES } from "../names/table.js";

/** What the places of the typed code are named after. */
export const CONSOLE_FILE = "console";

const KNOWN = new Set(
  CONSOLE_NAMES.flatMap(({ name }) => (name.startsWith(".") ? [] : [name, name.split(".")[0] ?? ""])),
);

/** What ends a statement, and is no failure of its own: it is passed on as it is. */
export class Interruption {
  readonly reason: unknown;

  constructor(reason: unknown) {
    this.reason = reason;
  }
}

/**
 * What went wrong, for people: our own errors as they are, and those of the script with the line they came from. They
 * come from another realm, and are no fault of this program.
 */
export function toScriptFailure(error: unknown, file: string): unknown {
  if (error instanceof ChainError) return error;
  if (error instanceof Interruption) return error.reason;
  if (!types.isNativeError(error)) return new ChainError("SCRIPT_FAILED", `Thrown: ${inspect(error)}`);
  const line = lineOf(error, file);
  // Of what was just typed.
  const isPlain = line === undefined || (line === 1 && file === CONSOLE_FILE);
  // The parser puts the place behind its sentence.
  const message = error.message.replace(/ \(\d+:\d+\)$/, "");
  return new ChainError("SCRIPT_FAILED", `${error.name}: ${message}`, {
    details: isPlain ? {} : { line },
    ...adviceFor(message),
    cause: error,
  });
}

/** The name of the console's that was most likely meant by one that is not there. */
function adviceFor(message: string): { readonly advice?: string } {
  const name = /^(\w+) is not defined$|^([\w.]+) is not a function$/.exec(message);
  const nearest = name === null ? undefined : nearestName(name[1] ?? name[2] ?? "", KNOWN);
  return nearest === undefined ? {} : { advice: `Did you mean ${nearest}?` };
}

/** The line in the file: of a syntax error as the parser says it, of any other the innermost on the stack. */
function lineOf(
  error: Error & { readonly loc?: { readonly line: number } },
  file: string,
): number | undefined {
  if (error.loc !== undefined) return error.loc.line;
  const stack = error.stack ?? "";
  const start = stack.indexOf(`${file}:`);
  const line = start < 0 ? undefined : /^\d+/.exec(stack.slice(start + file.length + 1))?.[0];
  return line === undefined ? undefined : Number(line);
}
