export interface ProgressState {
  readonly title: string;
  /** From 0 to 1. */
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

/**
 * One line of at most `width` columns: title, bar, percent, details, time left. Parts that do not fit are left out,
 * details first.
 */
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
