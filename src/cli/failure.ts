import { fileError } from "../codec/file-error.js";
import { exitCodeOf } from "./exit-codes.js";
import { Interrupted } from "./terminal/interrupted.js";
import type { Terminal } from "./terminal/terminal.js";

export interface FailureStyle {
  readonly isJson: boolean;
  readonly isColourForbidden: boolean;
}

/**
 * Reports a failure on stderr, as one line of JSON or in three parts for people, and returns its exit code. Prints
 * nothing after an interruption by the user.
 */
export async function reportFailure(
  thrown: unknown,
  { errors, environment }: Terminal,
  { isJson, isColourForbidden }: FailureStyle,
): Promise<number> {
  const error = fileError(thrown) ?? thrown;
  if (!(error instanceof Interrupted)) {
    const { errorJson, errorText } = await import("./output/error-report.js");
    const { createStyle } = await import("./terminal/colour.js");
    const { isTerminal } = errors;
    const style = createStyle({ isTerminal, environment, isForbidden: isColourForbidden });
    errors.write(isJson ? errorJson(error) : errorText(error, style));
  }
  return exitCodeOf(error);
}
