import { shownText } from "../../codec/shown-text.js";
import type { Context } from "../command.js";

export interface Progress {
  /** Replaces the line. Nothing is shown in the first second. */
  show(text: string): void;
  clear(): void;
}

const QUIET_MS = 1000;
const MONOTONIC = (): number => performance.now();
const CLEAR_LINE = "\r\u001b[2K";

/** Progress for a terminal; in a pipe and with `--quiet` it shows nothing. `nowMs` is a monotonic clock. */
export function createProgress(
  { terminal: { errors, environment }, settings, style }: Pick<Context, "terminal" | "settings" | "style">,
  nowMs = MONOTONIC,
): Progress {
  // A dumb terminal would print the escape sequence that clears the line.
  const isWanted = errors.isTerminal && environment["TERM"] !== "dumb" && !settings.flag("quiet");
  const startMs = nowMs();
  let shown = "";
  return {
    show(text) {
      if (!isWanted || text === shown || nowMs() - startMs < QUIET_MS) return;
      shown = text;
      errors.write(CLEAR_LINE + style.dim(shownText(text, errors.width - 1)));
    },
    clear() {
      if (shown !== "") errors.write(CLEAR_LINE);
      shown = "";
    },
  };
}

/** The window of the rate: older samples do not describe the current speed. */
const WINDOW_MS = 10_000;
const MILLISECONDS_PER_SECOND = 1000;

interface Sample {
  readonly atMs: number;
  readonly done: number;
}

export class RecentRate {
  readonly #samples: Sample[] = [];

  /** `done` never shrinks, and neither does the time. */
  note(atMs: number, done: number): void {
    this.#samples.push({ atMs, done });
    // The oldest sample kept is the last one from before the window.
    while ((this.#samples[1]?.atMs ?? Infinity) <= atMs - WINDOW_MS) this.#samples.shift();
  }

  perSecond(): number | null {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (first === undefined || last === undefined || last.atMs === first.atMs) return null;
    return ((last.done - first.done) * MILLISECONDS_PER_SECOND) / (last.atMs - first.atMs);
  }
}

interface ProgressState {
  readonly title: string;
  readonly share: number;
  /** Further details, such as a rate; may be empty. */
  readonly details: string;
  /** Seconds left, null while unknown. */
  readonly leftS: number | null;
}

const WIDEST_BAR = 30;
/** A narrower bar shows no more than the percentage does. */
const NARROWEST_BAR = 5;
const SEPARATOR = "  ";
const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_HOUR = 3600;

/** One line of at most `width` columns. Parts that do not fit are left out, details first. */
export function progressText({ title, share, details, leftS }: ProgressState, width: number): string {
  const clamped = Math.min(1, Math.max(0, share));
  const percent = `${Math.floor(clamped * 100)} %`.padStart(5);
  const left = leftS === null ? "" : `${durationText(leftS)} left`;
  for (const parts of [[percent, details, left], [percent, left], [percent]]) {
    const words = [title, ...parts].filter((part) => part !== "").join(SEPARATOR);
    const room = Math.min(WIDEST_BAR, width - words.length - SEPARATOR.length);
    if (room < NARROWEST_BAR) continue;
    return [title, barText(clamped, room), ...parts].filter((part) => part !== "").join(SEPARATOR);
  }
  return [title, percent].join(SEPARATOR).slice(0, Math.max(0, width));
}

function barText(share: number, length: number): string {
  const full = Math.floor(share * length);
  return "█".repeat(full) + "░".repeat(length - full);
}

/** `5 s`, `2 min 05 s`, `3 h 07 min`. */
export function durationText(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < SECONDS_PER_MINUTE) return `${whole} s`;
  if (whole < SECONDS_PER_HOUR) {
    return `${Math.floor(whole / SECONDS_PER_MINUTE)} min ${pad(whole % SECONDS_PER_MINUTE)} s`;
  }
  const minutes = Math.floor((whole % SECONDS_PER_HOUR) / SECONDS_PER_MINUTE);
  return `${Math.floor(whole / SECONDS_PER_HOUR)} h ${pad(minutes)} min`;
}

function pad(number: number): string {
  return String(number).padStart(2, "0");
}

/** A progress bar on stderr for work that takes more than a second and has a known end. */
export interface ProgressBar {
  /** Shows `done` of `total`, in any unit. `details` is called only when the bar is drawn, with the present rate. */
  show(done: number, total: number, details?: (perSecond: number) => string): void;
  clear(): void;
}

const SHOW_INTERVAL_MS = 100;

/** Returns a bar for a terminal; in a pipe and with `--quiet` it shows nothing. `nowMs` is a monotonic clock. */
export function createProgressBar(
  context: Pick<Context, "terminal" | "settings" | "style">,
  title: string,
  nowMs = MONOTONIC,
): ProgressBar {
  const progress = createProgress(context, nowMs);
  const rate = new RecentRate();
  let shownAtMs = -Infinity;
  return {
    show(done, total, details) {
      const atMs = nowMs();
      if (atMs - shownAtMs < SHOW_INTERVAL_MS) return;
      shownAtMs = atMs;
      rate.note(atMs, done);
      const perSecond = rate.perSecond() ?? 0;
      const leftS = perSecond > 0 ? (total - done) / perSecond : null;
      const share = total > 0 ? done / total : 0;
      progress.show(
        progressText(
          { title, share, details: details?.(perSecond) ?? "", leftS },
          context.terminal.errors.width - 1,
        ),
      );
    },
    clear: () => progress.clear(),
  };
}
