import { readFile } from "node:fs/promises";

/** The share of the time for which processes had to wait for a processor, beyond which they were starved. */
export const STARVED = 0.2;

/** Resolves to a function that tells the largest share since then. Where the system does not count it, that is 0. */
export async function watchProcessorWait(pids: readonly number[]): Promise<() => Promise<number>> {
  const beginMs = performance.now();
  const before = await waitsOf(pids);
  return async () => {
    const passedMs = performance.now() - beginMs;
    const after = await waitsOf(pids);
    return Math.max(...after.map((waitMs, index) => (waitMs - (before[index] ?? 0)) / passedMs));
  };
}

/** How long the main threads have waited so far, ms. */
function waitsOf(pids: readonly number[]): Promise<readonly number[]> {
  return Promise.all(
    pids.map(async (pid) => {
      const [, waitNs = "0"] = (await readFile(`/proc/${pid}/schedstat`, "utf8").catch(() => "0 0")).split(
        " ",
      );
      return Number(waitNs) / 1e6;
    }),
  );
}
