/**
 * A clock whose every answer is later than the one before, and than the moment it is asked in, by a microsecond at
 * least: two transactions of one moment are two, and one that is built while the sandbox's time stands still is newer
 * than the last block (PROTOCOL 5).
 */
export function risingTime(nowUs: () => number): () => number {
  let lastUs = 0;
  return () => (lastUs = Math.max(nowUs(), lastUs) + 1);
}
