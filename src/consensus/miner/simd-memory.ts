import { COUNTERS_PER_SCAN } from "./nonce.js";
import { INPUT_WORDS } from "./scan-input.js";

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
