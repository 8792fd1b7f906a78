import type { Context } from "../context.js";
import { Pace } from "./pace.js";
import { progressText } from "./progress-text.js";
import { createProgress } from "./progress.js";

/** A bar on stderr for what takes more than a second and has an end that is known. */
export interface ProgressBar {
  /** `done` of `total`, in any unit; what else there is to say is asked for when it is shown. */
  show(done: number, total: number, details?: () => string): void;
  /** Takes the line away. */
  clear(): void;
}

const SHOW_INTERVAL_MS = 100;

/** For a terminal; in a pipe and with `--quiet` there is none. `nowMs` is a monotonic clock. */
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
