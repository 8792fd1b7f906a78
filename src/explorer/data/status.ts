import type { Live } from "./known.js";

/** How the page follows the node, in a word and, where that is not now, as of when. */
export interface Status {
  readonly kind: "good" | "warn" | "bad" | "dim";
  readonly text: string;
  /** How old what the page knows is, in milliseconds; null while that is no news. */
  readonly ageMs: number | null;
}

/** The node is asked more often than this while it answers. */
const LATE_MS = 12_000;
/** What the page shows is at least this old when answers take this long. */
const SLOW_MS = 3000;

/** Says `Live` only while events come, and are not behind what the node answers. */
export function statusOf(
  { stream, asked, isLost, untoldSinceMs, lagSeconds, isReady }: Live,
  nowMs: number,
): Status {
  const ageMs = asked === null ? null : Math.max(0, nowMs - asked.atMs);
  if (isLost) return { kind: "bad", text: "The node does not answer", ageMs };
  if (asked === null || ageMs === null) return { kind: "dim", text: "Connecting", ageMs };
  if (ageMs > LATE_MS || asked.tookMs > SLOW_MS) return { kind: "warn", text: "Late", ageMs };
  if (lagSeconds !== null) return { kind: "warn", text: "Behind", ageMs: lagSeconds * 1000 };
  if (isReady === false) return { kind: "warn", text: "Not ready", ageMs: null };
  const isTold = untoldSinceMs === null || nowMs - untoldSinceMs < SLOW_MS;
  return { kind: "good", text: stream === "open" && isTold ? "Live" : "Connected", ageMs: null };
}
