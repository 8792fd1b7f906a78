import { residentBytes, type HammeredNode } from "./hammered-node.js";

const MEMORY_LIMIT = 300 * 1024 * 1024;
const PING_LIMIT_MS = 250;
/** How many times of a fault say something about speed; fewer on a busy machine do not. */
export const LONG_RUN = 10_000;
const PAUSE_MS = 20;

/**
 * Asks a node for a sign of life all the time while `work` loads it. Resolves to the figures as one phrase; fails when
 * the memory of the process or, if `isTimed`, the time for an answer is beyond its limit.
 */
export async function watchLoad(
  node: HammeredNode,
  work: () => Promise<unknown>,
  { isTimed }: { readonly isTimed: boolean },
): Promise<string> {
  const load = { isOver: false };
  let most = 0;
  const took: number[] = [];
  const watch = async (): Promise<void> => {
    while (!load.isOver) {
      const begin = performance.now();
      await node.client.ping();
      took.push(performance.now() - begin);
      most = Math.max(most, await residentBytes(node.pid));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const watching = watch();
  try {
    await work();
  } finally {
    load.isOver = true;
    await watching;
  }
  const p99 = took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0;
  assertMemory(most);
  if (isTimed && p99 > PING_LIMIT_MS) throw new Error(`/ping took ${Math.round(p99)} ms at p99. `);
  return `at most ${megabytes(most)} MB, /ping ${Math.round(p99)} ms at p99`;
}

/** Fails when a process took more memory than it may, in bytes. */
export function assertMemory(most: number): void {
  if (most > MEMORY_LIMIT) throw new Error(`The node took ${megabytes(most)} MB. `);
}

export function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6);
}
