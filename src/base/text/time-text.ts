/** A time as people write it: local, to the second. */
export function localTimeText(date: Date): string {
  const day = [date.getFullYear(), pad(date.getMonth() + 1), pad(date.getDate())].join("-");
  const time = [pad(date.getHours()), pad(date.getMinutes()), pad(date.getSeconds())].join(":");
  return `${day} ${time}`;
}

function pad(part: number): string {
  return String(part).padStart(2, "0");
}

const MICROSECONDS_PER_MILLISECOND = 1000;

export function toMilliseconds(timestampUs: number): number {
  return Math.floor(timestampUs / MICROSECONDS_PER_MILLISECOND);
}

/** The second of a time in µs, as 2026-01-31T12:00:00Z. */
export function dateText(us: number): string {
  return `${new Date(us / 1000).toISOString().slice(0, 19)}Z`;
}
