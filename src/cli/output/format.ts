import type { View } from "./view.js";

/** Single values for people on a terminal, and in full for pipes. */

/** The characters shown of a hash, at its head and tail; fewer where a row has several hashes. */
const SHORT_HASH = { head: 10, tail: 6 };
const SHORTER_HASH = { head: 6, tail: 4 };
const MICROSECONDS_PER_MILLISECOND = 1000;

/** A hash, address or key: shortened on a terminal, further when `isTight`; whole in a pipe. */
export function hashText(view: View, hash: string, isTight = false): string {
  const { head, tail } = isTight ? SHORTER_HASH : SHORT_HASH;
  if (!view.isTerminal || hash.length <= head + tail + 1) return hash;
  return `${hash.slice(0, head)}…${hash.slice(-tail)}`;
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
