/** What the pages before the present one showed, so that going back shows it at once. */
const kept = new Map<string, { readonly value: unknown; readonly bytes: number }>();
let total = 0;

/** The most that all kept answers take, in bytes. The oldest ones go first. */
export const MAX_KEPT_BYTES = 8_000_000;

export function keepAnswer(key: string, value: unknown): void {
  const bytes = sizeOf(value);
  total += bytes - (kept.get(key)?.bytes ?? 0);
  kept.delete(key);
  kept.set(key, { value, bytes });
  for (const [oldest, { bytes }] of kept) {
    if (total <= MAX_KEPT_BYTES) break;
    kept.delete(oldest);
    total -= bytes;
  }
}

export function keptAnswer(key: string): unknown {
  return kept.get(key)?.value ?? null;
}

/** About what a value takes in memory. */
function sizeOf(value: unknown): number {
  if (typeof value === "string") return 16 + 2 * value.length;
  if (typeof value !== "object" || value === null) return 16;
  const parts: readonly unknown[] = value instanceof Map ? [...value].flat() : Object.values(value);
  return parts.reduce<number>((size, part) => size + sizeOf(part), 64);
}
