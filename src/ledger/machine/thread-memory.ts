import type { ResourceLimits } from "node:worker_threads";

/** What a thread may hold before it collects garbage for the first time. By default that is 48 MB. */
const NEW_MB = 8;

/**
 * The memory of a thread. What strangers ask for gets a limit; a block is executed whatever it takes, because its validity
 * must not depend on this node.
 */
export function threadMemory(mostMb?: number): ResourceLimits {
  const young = { maxYoungGenerationSizeMb: NEW_MB };
  return mostMb === undefined ? young : { ...young, maxOldGenerationSizeMb: mostMb };
}

/** Whether a thread ended because it took more memory than it may. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
