const US_PER_SECOND = 1_000_000;
const UNITS: readonly (readonly [seconds: number, name: string])[] = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
  [1, "second"],
];

/** How long a time in µs is ago: `12 seconds ago`. `now`, when it is less than a second or ahead. */
export function ageText(timestampUs: number, nowUs: number): string {
  const seconds = Math.floor((nowUs - timestampUs) / US_PER_SECOND);
  for (const [size, name] of UNITS) {
    const count = Math.floor(seconds / size);
    if (count >= 1) return `${count} ${name}${count === 1 ? "" : "s"} ago`;
  }
  return "now";
}
