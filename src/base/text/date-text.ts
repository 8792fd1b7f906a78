/** The second of a time in µs, as 2026-01-31T12:00:00Z. */
export function dateText(us: number): string {
  return `${new Date(us / 1000).toISOString().slice(0, 19)}Z`;
}
