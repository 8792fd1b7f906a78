import { readFile } from "node:fs/promises";
import type { Kernel } from "./kernel.js";
import { varyingWords } from "./nonce.js";
import { INPUT_WORDS } from "./scan-input.js";
import { createScanningKernel } from "./scanning-kernel.js";
import { INPUT_BYTES_AT, SIMD_LANES, WORDS_BYTES_AT } from "./simd-memory.js";

/** What tools/mining-kernels writes. */
interface GeneratedModule {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly scan: (from: number, to: number) => number;
}

/** Null where WebAssembly has no vectors (processors older than SSE4.1). */
export async function createSimdKernel(): Promise<Kernel | null> {
  const bytes = await readFile(new URL("scan-simd.wasm", import.meta.url));
  if (!WebAssembly.validate(bytes)) return null;
  const { instance } = await WebAssembly.instantiate(bytes);
  const { memory, scan } = instance.exports as GeneratedModule;
  const words = varyingWords();
  new Int32Array(memory.buffer, WORDS_BYTES_AT, words.length).set(words);
  const input = new Int32Array(memory.buffer, INPUT_BYTES_AT, INPUT_WORDS);
  return createScanningKernel("WebAssembly SIMD", {
    lanes: SIMD_LANES,
    prepare: (next) => input.set(next),
    scan,
  });
}

/** The fastest kernel this machine can run. */
export async function createFastestKernel(): Promise<Kernel> {
  return (await createSimdKernel()) ?? (await createJavaScriptKernel());
}

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
