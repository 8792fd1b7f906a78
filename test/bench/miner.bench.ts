import type { Kernel, SearchTask } from "../../src/consensus/miner/kernel.js";
import { COUNTERS_PER_SCAN, SALT_DIGITS } from "../../src/consensus/miner/nonce.js";
import { REFERENCE_KERNEL } from "../support/reference-kernel.js";
import { createJavaScriptKernel, createSimdKernel } from "../../src/consensus/miner/kernels.js";

/** No hash is below this limit, so the kernels never stop. */
const TASK: SearchTask = { prefix: "a".repeat(142), limit: "0".repeat(64), salt: "5".repeat(SALT_DIGITS) };
const WARM_UP_MS = 300;
const MEASURED_MS = 1000;

/** Hash rates of every kernel on one core. */
export async function bench(): Promise<{ name: string; value: number; unit: string }[]> {
  const simd = await createSimdKernel();
  const kernels = [REFERENCE_KERNEL, await createJavaScriptKernel(), ...(simd === null ? [] : [simd])];
  return kernels.map((kernel) => {
    searchFor(kernel, WARM_UP_MS);
    return { name: `mining, ${kernel.name}`, value: searchFor(kernel, MEASURED_MS), unit: "tries/s" };
  });
}

/** Nonces a second, measured over at least this many milliseconds. */
function searchFor(kernel: Kernel, milliseconds: number): number {
  const startedMs = performance.now();
  let tried = 0;
  let elapsedMs = 0;
  while (elapsedMs < milliseconds) {
    tried += kernel.search(TASK, { from: tried, count: COUNTERS_PER_SCAN }).tried;
    elapsedMs = performance.now() - startedMs;
  }
  return Math.round((tried * 1000) / elapsedMs);
}
