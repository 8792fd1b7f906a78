import { isLoopback } from "./caller.js";

/** Whether a caller may ask now; if not, in how many seconds it may. */
export type RateLimiter = (caller: string) => number;

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/** How many callers are remembered. */
const MAX_BUCKETS = 10_000;

/**
 * A token bucket for each caller: `perSecond` requests a second, as many at once after a quiet second. Gives 0 when
 * the request may pass, else the whole seconds to wait. Loopback always passes, and so does everything when
 * `perSecond` is 0. The clock is monotonic, in milliseconds.
 */
export function createRateLimiter(perSecond: number, nowMs: () => number): RateLimiter {
  if (perSecond <= 0) return () => 0;
  const capacity = Math.max(1, perSecond);
  const fillMs = (capacity / perSecond) * 1000;
  const buckets = new Map<string, Bucket>();

  return (caller) => {
    if (isLoopback(caller)) return 0;
    const now = nowMs();
    const bucket = buckets.get(caller) ?? { tokens: capacity, filledAtMs: now };
    bucket.tokens = Math.min(capacity, bucket.tokens + ((now - bucket.filledAtMs) / 1000) * perSecond);
    bucket.filledAtMs = now;
    // Set anew, it stands last: the map is in the order of the last request.
    buckets.delete(caller);
    if (buckets.size >= MAX_BUCKETS) forget(buckets, now - fillMs);
    buckets.set(caller, bucket);
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / perSecond);
    bucket.tokens -= 1;
    return 0;
  };
}

/** Buckets that are full again say nothing. If none is, the one that was quiet for longest goes. */
function forget(buckets: Map<string, Bucket>, fullSinceMs: number): void {
  for (const [caller, { filledAtMs }] of buckets) {
    if (filledAtMs > fullSinceMs && buckets.size < MAX_BUCKETS) return;
    buckets.delete(caller);
  }
}
