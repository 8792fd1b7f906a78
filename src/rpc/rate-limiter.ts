/** Whether an address may ask now; if not, in how many seconds it may. */
export type RateLimiter = (address: string) => number;

interface Bucket {
  tokens: number;
  filledAtMs: number;
}

/** How many addresses are remembered before those with a full bucket are forgotten. */
const MAX_BUCKETS = 10_000;

/**
 * A token bucket for each address: `perSecond` requests a second, as many at once after a quiet second. Gives 0 when
 * the request may pass, else the whole seconds to wait. Loopback addresses always pass, and so does everything when
 * `perSecond` is 0. The clock is monotonic, in milliseconds.
 */
export function createRateLimiter(perSecond: number, nowMs: () => number): RateLimiter {
  if (perSecond <= 0) return () => 0;
  const buckets = new Map<string, Bucket>();

  return (address) => {
    if (isLoopback(address)) return 0;
    const now = nowMs();
    const bucket = buckets.get(address) ?? { tokens: perSecond, filledAtMs: now };
    bucket.tokens = Math.min(perSecond, bucket.tokens + ((now - bucket.filledAtMs) / 1000) * perSecond);
    bucket.filledAtMs = now;
    if (!buckets.has(address)) {
      if (buckets.size >= MAX_BUCKETS) forget(buckets, now);
      buckets.set(address, bucket);
    }
    if (bucket.tokens < 1) return Math.ceil((1 - bucket.tokens) / perSecond);
    bucket.tokens -= 1;
    return 0;
  };
}

export function isLoopback(address: string): boolean {
  return address === "::1" || /^(?:::ffff:)?127\./.test(address);
}

/** Buckets that a second has filled again say nothing. If none are, the oldest ones go: they are the least active. */
function forget(buckets: Map<string, Bucket>, nowMs: number): void {
  for (const [address, { filledAtMs }] of buckets) {
    if (nowMs - filledAtMs >= 1000 || buckets.size >= MAX_BUCKETS) buckets.delete(address);
  }
}
