import { hashLimit } from "../../records/difficulty.js";
import { createFastestKernel } from "./kernels.js";
import { COUNTERS_PER_SCAN, SALT_DIGITS } from "./nonce.js";

/** How long is measured, ms. The first scans, in which the code is compiled, are not counted. */
const MEASURED_MS = 300;
const WARM_UP_SCANS = 8;
/** How many digits of a measurement mean something. */
const DIGITS = 2;
const MICROSECONDS = 1_000_000;

/**
 * The difficulty at which one core of this machine finds a resource block in an interval on average, rounded down to
 * two digits.
 *
 * @param now milliseconds of a monotonic clock.
 */
export async function measureDifficulty(resourceIntervalUs: number, now: () => number): Promise<bigint> {
  const kernel = await createFastestKernel();
  const task = {
    prefix: "0".repeat(64),
    limit: hashLimit((2n ** 250n).toString()),
    salt: "5".repeat(SALT_DIGITS),
  };
  let from = 0;
  const scan = (): number => {
    const { tried } = kernel.search(task, { from, count: COUNTERS_PER_SCAN });
    from += tried;
    return tried;
  };
  for (let scans = 0; scans < WARM_UP_SCANS; scans += 1) scan();
  const startMs = now();
  let tried = 0;
  while (now() - startMs < MEASURED_MS) tried += scan();
  const perSecond = (tried / (now() - startMs)) * 1000;
  return roundDown(BigInt(Math.floor((perSecond * resourceIntervalUs) / MICROSECONDS)));
}

function roundDown(measured: bigint): bigint {
  const unit = 10n ** BigInt(Math.max(0, measured.toString().length - DIGITS));
  const rounded = (measured / unit) * unit;
  return rounded > 0n ? rounded : 1n;
}
