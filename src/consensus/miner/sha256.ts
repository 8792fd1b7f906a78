/**
 * SHA-256 in the parts that a search needs and hashing libraries do not offer: the state between two blocks, and single
 * rounds. The names are those of FIPS 180-4; words are signed 32-bit integers.
 */

/** 4.2.2: the first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
// prettier-ignore
export const ROUND_CONSTANTS: Int32Array = Int32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
);

/** 5.3.3. */
export const INITIAL_STATE: readonly number[] = [
  0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
];

export const BLOCK_BYTES = 64;
export const BLOCK_WORDS = 16;
export const ROUNDS = 64;

/** 4.1.2: the exclusive or of a word rotated right by some counts and, in the small ones, shifted right by another. */
export interface Sigma {
  readonly rotations: readonly number[];
  readonly shift?: number;
}
export const BIG_SIGMA_0: Sigma = { rotations: [2, 13, 22] };
export const BIG_SIGMA_1: Sigma = { rotations: [6, 11, 25] };
const SMALL_SIGMA_0: Sigma = { rotations: [7, 18], shift: 3 };
const SMALL_SIGMA_1: Sigma = { rotations: [17, 19], shift: 10 };

/** 6.2.1: a word of the message schedule is the sum of these earlier ones, two of them through a sigma. */
export const SCHEDULE_STEP: readonly { readonly back: number; readonly sigma?: Sigma }[] = [
  { back: 16 },
  { back: 15, sigma: SMALL_SIGMA_0 },
  { back: 7 },
  { back: 2, sigma: SMALL_SIGMA_1 },
];

/** 6.2.2, step 3: runs the rounds from `from` to before `to`, in place on the working variables a…h. */
export function runRounds(variables: Int32Array, schedule: Int32Array, from: number, to: number): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = variables;
  for (let t = from; t < to; t++) {
    const word = (schedule[t] ?? 0) + (ROUND_CONSTANTS[t] ?? 0);
    const t1 = (h + sigmaOf(e, BIG_SIGMA_1) + ((e & f) ^ (~e & g)) + word) | 0;
    const t2 = (sigmaOf(a, BIG_SIGMA_0) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  variables.set([a, b, c, d, e, f, g, h]);
}

/**
 * The state after the whole blocks at the start of an ASCII text: the first part of the hash of any text that continues
 * it.
 */
export function midstateOf(text: string): Int32Array {
  const state = Int32Array.from(INITIAL_STATE);
  for (let start = 0; start + BLOCK_BYTES <= text.length; start += BLOCK_BYTES) {
    const schedule = expandSchedule(wordsOf(text.slice(start, start + BLOCK_BYTES)));
    const variables = Int32Array.from(state);
    runRounds(variables, schedule, 0, ROUNDS);
    for (const [index, word] of variables.entries()) state[index] = (state[index] ?? 0) + word;
  }
  return state;
}

/** Big-endian words of an ASCII text whose length is a multiple of four. */
export function wordsOf(text: string): Int32Array {
  return Int32Array.from({ length: text.length / 4 }, (_, word) => {
    const at = word * 4;
    return (
      (text.charCodeAt(at) << 24) |
      (text.charCodeAt(at + 1) << 16) |
      (text.charCodeAt(at + 2) << 8) |
      text.charCodeAt(at + 3)
    );
  });
}

/** 6.2.1: expands a block of 16 words to 64. Words for which `isLeftOut` holds are left out of every sum. */
export function expandSchedule(
  block: Int32Array,
  isLeftOut: (t: number) => boolean = () => false,
): Int32Array {
  const schedule = new Int32Array(ROUNDS);
  schedule.set(block);
  for (let t = BLOCK_WORDS; t < ROUNDS; t++) {
    for (const { back, sigma } of SCHEDULE_STEP) {
      if (isLeftOut(t - back)) continue;
      const word = schedule[t - back] ?? 0;
      schedule[t] = (schedule[t] ?? 0) + (sigma === undefined ? word : sigmaOf(word, sigma));
    }
  }
  return schedule;
}

function sigmaOf(word: number, { rotations, shift }: Sigma): number {
  let result = shift === undefined ? 0 : word >>> shift;
  for (const bits of rotations) result ^= (word >>> bits) | (word << (32 - bits));
  return result;
}
