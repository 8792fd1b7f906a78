import { createJavaScriptKernel } from "./javascript-kernel.js";
import type { Kernel } from "./kernel.js";
import { createSimdKernel } from "./simd-kernel.js";

/** The fastest kernel this machine can run. */
export async function createFastestKernel(): Promise<Kernel> {
  return (await createSimdKernel()) ?? (await createJavaScriptKernel());
}
