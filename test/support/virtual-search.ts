import type { Clock } from "../../src/base/clock/clock.js";
import { SALT_DIGITS } from "../../src/consensus/miner/nonce.js";
import type { MiningJob } from "../../src/consensus/miner/mining-job.js";
import { REFERENCE_KERNEL } from "./reference-kernel.js";
import type { NonceSearchFactory } from "../../src/node/mining.js";

const SALT = "5".repeat(SALT_DIGITS);
const COUNTERS_A_JOB = 100_000;

/**
 * A search for nonces on a virtual clock: each job takes a given time and always finds the same nonce. Difficulties
 * must be small.
 */
export function virtualSearch(clock: Clock, searchUs: () => number): NonceSearchFactory {
  return ({ threads, duty, onFound }) => {
    let isOn = false;
    let job: MiningJob | null = null;
    let cancel = (): void => undefined;
    const search = (): void => {
      cancel();
      if (!isOn || job === null) return;
      const { prefix, limit } = job;
      cancel = clock.schedule(searchUs(), () => {
        const task = { prefix, limit, salt: SALT };
        const { nonce } = REFERENCE_KERNEL.search(task, { from: 0, count: COUNTERS_A_JOB });
        if (nonce === null) throw new RangeError("This difficulty is too much for a test. ");
        job = null;
        onFound({ prefix, nonce });
      });
    };
    return {
      start() {
        isOn = true;
        search();
      },
      async stop() {
        isOn = false;
        cancel();
      },
      work(next) {
        job = next;
        search();
      },
      status: () => ({ mining: isOn, threads: isOn ? threads : 0, duty, hash_rate: 0 }),
    };
  };
}
