import type { View } from "./view.js";

/** Single values for people on a terminal, and in full for pipes. */

const SHORT_HASH_HEAD = 10;
const SHORT_HASH_TAIL = 6;
const MICROSECONDS_PER_MILLISECOND = 1000;

/** A hash, address or key: both ends on a terminal, whole in a pipe. */
export function hashText(view: View, hash: string): string {
  if (!view.isTerminal || hash.length <= SHORT_HASH_HEAD + SHORT_HASH_TAIL + 1) return hash;
  return `${hash.slice(0, SHORT_HASH_HEAD)}…${hash.slice(-SHORT_HASH_TAIL)}`;
}

/** A time in µs: local and to the second on a terminal, ISO 8601 in UTC in a pipe. */
export function timeText(view: View, timestampUs: number): string {
  const date = new Date(Math.floor(timestampUs / MICROSECONDS_PER_MILLISECOND));
  if (!view.isTerminal) return date.toISOString();
  const day = [date.getFullYear(), pad(date.getMonth() + 1), pad(date.getDate())].join("-");
  const time = [pad(date.getHours()), pad(date.getMinutes()), pad(date.getSeconds())].join(":");
  return `${day} ${time}`;
}

function pad(part: number): string {
  return String(part).padStart(2, "0");
}
