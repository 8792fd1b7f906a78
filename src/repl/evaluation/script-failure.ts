import { inspect, types } from "node:util";
import { ChainError } from "../../codec/chain-error.js";

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
  // The parser puts the place behind its sentence.
  const message = error.message.replace(/ \(\d+:\d+\)$/, "");
  return new ChainError("SCRIPT_FAILED", `${error.name}: ${message}`, {
    details: line === undefined ? {} : { line },
    cause: error,
  });
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
