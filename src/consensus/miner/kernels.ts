import { readFile } from "node:fs/promises";
import {
  type Kernel,
  assertSearchable,
  type SearchRange,
  type SearchResult,
  type SearchTask,
  isProof,
} from "./kernel.js";
import { varyingWords, COUNTERS_PER_SCAN, lastBlockOf, nonceOf } from "./nonce.js";
import { INPUT_WORDS, createScanInput } from "./scan-input.js";
import { midstateOf } from "./sha256.js";

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

/** The memory layout of the WebAssembly kernel. */
export const SIMD_LANES = 4;
export const INPUT_BYTES_AT = 0;
export const WORDS_BYTES_AT: number = INPUT_BYTES_AT + INPUT_WORDS * 4;
/** The last vector may begin near the end of the words and reach beyond them. */
const OVERHANG_BYTES = (SIMD_LANES - 1) * 4;
const PAGE_BYTES = 65_536;
export const MEMORY_PAGES: number = Math.ceil(
  (WORDS_BYTES_AT + COUNTERS_PER_SCAN * 4 + OVERHANG_BYTES) / PAGE_BYTES,
);

/** The inner loop of a search, over the counters that share all but their last digits. */
interface Scanner {
  /** How many tries it makes at once. */
  readonly lanes: number;
  prepare(input: Int32Array): void;
  /**
   * Looks, from `from` in steps of `lanes`, for a hash whose first word is at most the limit's. Returns where that step
   * began, or `to` or more if there is no such hash.
   */
  scan(from: number, to: number): number;
}

/** A kernel whose scanner filters by the first word. The remaining candidates are hashed again and compared in full. */
function createScanningKernel(name: Kernel["name"], scanner: Scanner): Kernel {
  return {
    name,
    search(task: SearchTask, range: SearchRange): SearchResult {
      assertSearchable(task, range);
      const { prefix, limit, salt } = task;
      const midstate = midstateOf(prefix);
      const limitWord = Number.parseInt(limit.slice(0, 8), 16);
      const end = range.from + range.count;
      for (let counter = range.from; counter < end;) {
        const inScan = counter % COUNTERS_PER_SCAN;
        const base = counter - inScan;
        const scanEnd = Math.min(COUNTERS_PER_SCAN, end - base);
        scanner.prepare(createScanInput(midstate, lastBlockOf(prefix, salt, base), limitWord));
        for (let at = scanner.scan(inScan, scanEnd); at < scanEnd; at = scanner.scan(at, scanEnd)) {
          for (const stepEnd = Math.min(at + scanner.lanes, scanEnd); at < stepEnd; at++) {
            const nonce = nonceOf(prefix, salt, base + at);
            if (isProof(prefix, nonce, limit)) return { nonce, tried: base + at - range.from + 1 };
          }
        }
        counter = base + scanEnd;
      }
      return { nonce: null, tried: range.count };
    },
  };
}
