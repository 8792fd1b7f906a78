import { inspect, types } from "node:util";
import { ChainError } from "../../codec/chain-error.js";
import { nearestName } from "../../base/text/nearest-name.js";
import { CONSOLE_NAMES } from "../names/table.js";
import * as errors from "../errors.js";

export const CONSOLE_FILE = "console";

const KNOWN = new Set(
  CONSOLE_NAMES.flatMap(({ name }) => (name.startsWith(".") ? [] : [name, name.split(".")[0] ?? ""])),
);

/** An interruption of a statement. It is not a failure and is passed on unchanged. */
export class Interruption {
  readonly reason: unknown;

  constructor(reason: unknown) {
    this.reason = reason;
  }
}

/** An error for people: this program's unchanged, the script's with the line it came from. */
export function toScriptFailure(error: unknown, file: string): unknown {
  if (error instanceof ChainError) return error;
  if (error instanceof Interruption) return error.reason;
  if (!types.isNativeError(error)) return errors.scriptFailed({ reason: `Thrown: ${inspect(error)}` });
  const line = lineOf(error, file);
  // The line is obvious for a statement that was just typed.
  const isPlain = line === undefined || (line === 1 && file === CONSOLE_FILE);
  // The parser appends the location to its message.
  const message = error.message.replace(/ \(\d+:\d+\)$/, "");
  const reason = `${error.name}: ${message}`;
  return errors.scriptFailed(
    { reason, line: isPlain ? undefined : line },
    { cause: error, nearest: nearestTo(message) },
  );
}

/** The name of the console that an unknown name probably means. */
function nearestTo(message: string): string | undefined {
  const match = /^(\w+) is not defined$|^([\w.]+) is not a function$/.exec(message);
  const name = match?.[1] ?? match?.[2];
  // A known name that is missing, such as `sandbox` without one, is no slip.
  return name === undefined || KNOWN.has(name) ? undefined : nearestName(name, KNOWN);
}

/** The line in the file: for a syntax error the parser's, otherwise that of the innermost stack frame. */
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

export function watchFloating(listener: (error: unknown) => void): () => void {
  process.on("unhandledRejection", listener);
  process.on("uncaughtException", listener);
  return () => {
    process.off("unhandledRejection", listener);
    process.off("uncaughtException", listener);
  };
}
