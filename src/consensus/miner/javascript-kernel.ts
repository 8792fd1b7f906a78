import type { Kernel } from "./kernel.js";
import { varyingWords } from "./nonce.js";
import { createScanningKernel } from "./scanning-kernel.js";

/** What tools/mining-kernels writes. */
interface GeneratedScan {
  readonly scan: (input: Int32Array, words: Int32Array, from: number, to: number) => number;
}

/** For machines whose WebAssembly has no vectors. */
export async function createJavaScriptKernel(): Promise<Kernel> {
  const { scan } = (await import(new URL("scan-javascript.js", import.meta.url).href)) as GeneratedScan;
  const words = varyingWords();
  let input: Int32Array = new Int32Array();
  return createScanningKernel("JavaScript", {
    lanes: 1,
    prepare: (next) => {
      input = next;
    },
    scan: (from, to) => scan(input, words, from, to),
  });
}
