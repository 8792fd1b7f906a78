import { isLoopback } from "./caller.js";

/**
 * Returns 0 when the caller may make a request now, otherwise the seconds until it may. With `further`, charges it for as
 * many requests for which the admitted one stands: its next requests wait for them.
 */
export type RateLimiter = (caller: string, further?: number) => number;

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/** The most callers that are remembered. */
const MAX_BUCKETS = 10_000;

/**
 * A token bucket for each caller: as many requests a second as `rate` returns now, and a burst of as many after a quiet
 * second. Returns 0 when the request may pass, otherwise the whole seconds to wait. Loopback callers always pass, and
 * everything passes while the rate is 0. `nowMs` is a monotonic clock in milliseconds.
 */
export function createRateLimiter(rate: () => number, nowMs: () => number): RateLimiter {
  const buckets = new Map<string, Bucket>();

  return (caller, further) => {
    const perSecond = rate();
    if (perSecond <= 0 || isLoopback(caller)) return 0;
    const capacity = Math.max(1, perSecond);
    const fillMs = (capacity / perSecond) * 1000;
    const now = nowMs();
    const bucket = buckets.get(caller) ?? { tokens: capacity, filledAtMs: now };
    bucket.tokens = Math.min(capacity, bucket.tokens + ((now - bucket.filledAtMs) / 1000) * perSecond);
    bucket.filledAtMs = now;
    // Inserted again, the bucket becomes the last one: the map is in the order of the last request.
    buckets.delete(caller);
    if (buckets.size >= MAX_BUCKETS) forget(buckets, now - fillMs);
    buckets.set(caller, bucket);
    if (further !== undefined) {
      bucket.tokens -= further;
      return 0;
    }
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / perSecond);
    bucket.tokens -= 1;
    return 0;
  };
}

/**
 * Drops the buckets that are full again, which hold no information. When no bucket is full, drops the one that was
 * quiet for longest.
 */
function forget(buckets: Map<string, Bucket>, fullSinceMs: number): void {
  for (const [caller, { filledAtMs }] of buckets) {
    if (filledAtMs > fullSinceMs && buckets.size < MAX_BUCKETS) return;
    buckets.delete(caller);
  }
}
