import { setImmediate } from "node:timers/promises";
import { ChainError } from "../../codec/chain-error.js";
import { createFastestKernel } from "../../consensus/miner/fastest-kernel.js";
import type { MiningJob, MiningResult } from "../../consensus/miner/mining-job.js";
import { COUNTERS_PER_SCAN, SALT_DIGITS } from "../../consensus/miner/nonce.js";

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
  throw new ChainError("SANDBOX_DIFFICULTY", "A resource block of this chain takes too much work. ", {
    details: { difficulty },
    advice: "Main blocks take no such work: sandbox.mine().",
  });
}
