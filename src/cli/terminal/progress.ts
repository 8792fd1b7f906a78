import type { Context } from "../command.js";

/** One line on stderr that describes the work in progress. */
export interface Progress {
  /** Replaces the line. Nothing is shown in the first second. */
  show(text: string): void;
  /** Takes the line away. */
  clear(): void;
}

const QUIET_MS = 1000;
const CLEAR_LINE = "\r\u001b[2K";

/** Progress for a terminal; in a pipe and with `--quiet` it shows nothing. `now` is a clock in milliseconds. */
export function createProgress(
  { terminal: { errors, environment }, settings, style }: Pick<Context, "terminal" | "settings" | "style">,
  now: () => number,
): Progress {
  // A dumb terminal would print the escape sequence that clears the line.
  const isWanted = errors.isTerminal && environment["TERM"] !== "dumb" && !settings.flag("quiet");
  const start = now();
  let shown = "";
  return {
    show(text) {
      if (!isWanted || text === shown || now() - start < QUIET_MS) return;
      shown = text;
      errors.write(CLEAR_LINE + style.dim(text.slice(0, errors.width - 1)));
    },
    clear() {
      if (shown !== "") errors.write(CLEAR_LINE);
      shown = "";
    },
  };
}
