import { setImmediate } from "node:timers/promises";
import { createFastestKernel } from "../../consensus/miner/fastest-kernel.js";
import type { MiningJob, MiningResult } from "../../consensus/miner/mining-job.js";
import { COUNTERS_PER_SCAN, SALT_DIGITS } from "../../consensus/miner/nonce.js";
import * as errors from "../errors.js";

/** Takes one core some seconds. */
const MOST_TRIES = 64_000_000;
/** A sandbox has no competing miners. */
const SALT = "0".repeat(SALT_DIGITS);

/**
 * Finds a nonce in this thread, a few milliseconds at a time. Throws `SANDBOX_DIFFICULTY` after too many tries, and the
 * signal's reason when it is aborted.
 */
export async function searchNonce(
  { prefix, limit, difficulty }: MiningJob,
  signal?: AbortSignal,
): Promise<MiningResult> {
  const kernel = await createFastestKernel();
  for (let from = 0; from < MOST_TRIES;) {
    const { nonce, tried } = kernel.search({ prefix, limit, salt: SALT }, { from, count: COUNTERS_PER_SCAN });
    if (nonce !== null) return { prefix, nonce };
    from += tried;
    await setImmediate();
    signal?.throwIfAborted();
  }
  throw errors.sandboxDifficulty({ difficulty });
}
