import type { Context } from "../command.js";
import { Pace } from "./pace.js";
import { progressText } from "./progress-text.js";
import { createProgress } from "./progress.js";

/** A progress bar on stderr for work that takes more than a second and has a known end. */
export interface ProgressBar {
  /** Shows `done` of `total`, in any unit. `details` is called only when the bar is drawn. */
  show(done: number, total: number, details?: () => string): void;
  /** Takes the line away. */
  clear(): void;
}

const SHOW_INTERVAL_MS = 100;

/** Returns a bar for a terminal; in a pipe and with `--quiet` it shows nothing. `nowMs` is a monotonic clock. */
export function createProgressBar(
  context: Pick<Context, "terminal" | "settings" | "style">,
  title: string,
  nowMs: () => number,
): ProgressBar {
  const progress = createProgress(context, nowMs);
  const pace = new Pace();
  let shownAtMs = -Infinity;
  return {
    show(done, total, details) {
      const atMs = nowMs();
      if (atMs - shownAtMs < SHOW_INTERVAL_MS) return;
      shownAtMs = atMs;
      pace.note(atMs, done);
      const perSecond = pace.perSecond() ?? 0;
      const leftS = perSecond > 0 ? (total - done) / perSecond : null;
      const share = total > 0 ? done / total : 0;
      progress.show(
        progressText({ title, share, details: details?.() ?? "", leftS }, context.terminal.errors.width - 1),
      );
    },
    clear: () => progress.clear(),
  };
}
