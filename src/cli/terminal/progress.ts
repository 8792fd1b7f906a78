import type { Context } from "../context.js";

/** One line on stderr that says what takes so long. */
export interface Progress {
  /** Replaces what was shown. Nothing is shown in the first second. */
  show(text: string): void;
  /** Takes the line away. */
  clear(): void;
}

const QUIET_MS = 1000;
const CLEAR_LINE = "\r\u001b[2K";

/** Progress for a terminal; in a pipe and with `--quiet` there is none. `now` is a clock in milliseconds. */
export function createProgress(
  { terminal: { errors, environment }, settings, style }: Pick<Context, "terminal" | "settings" | "style">,
  now: () => number,
): Progress {
  // A terminal that is dumb would print the escape that clears the line.
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
