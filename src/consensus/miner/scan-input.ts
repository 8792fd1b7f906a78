import { BLOCK_WORDS, expandSchedule, ROUND_CONSTANTS, ROUNDS, runRounds, SCHEDULE_STEP } from "./sha256.js";

/**
 * What all tries of one scan have in common, computed once. A scan varies a single word of the last block: the latest
 * possible one, since the padding bit and the length take the three words after it. The rounds before it, and the terms
 * of the message schedule that it does not affect, are the same for every try.
 *
 * The generated kernels read the input by these slots (tools/mining-kernels).
 */
export const VARYING_WORD = 12;
/**
 * The first round that a kernel runs. The round of the varying word itself is common to all tries but for two
 * additions.
 */
export const FIRST_ROUND = VARYING_WORD + 1;

/** Working variables a…h before the first round; a and e still lack the varying word. */
export const STATE_SLOT = 0;
/** The first word of the midstate. Added to the last a, it gives the hash's first word. */
export const MIDSTATE_SLOT = 8;
/** The first word of the limit, unsigned. */
export const LIMIT_SLOT = 9;
/** The first of one slot a round: the sum of round constant and word, or the common terms of a varying word. */
export const ROUND_SLOTS = 16;
export const INPUT_WORDS: number = ROUND_SLOTS + ROUNDS;

const VARIES = markVarying();

/** Whether word `t` of the message schedule depends on the varying word. */
export function isVarying(t: number): boolean {
  return VARIES[t] === true;
}

/** Whether a varying word of the expanded schedule has common terms beside the varying ones. */
export function hasCommonTerms(t: number): boolean {
  return SCHEDULE_STEP.some(({ back }) => !isVarying(t - back));
}

/** `block` is the last block, with nothing in its varying word. */
export function createScanInput(midstate: Int32Array, block: Int32Array, limitWord: number): Int32Array {
  const input = new Int32Array(INPUT_WORDS);
  const schedule = expandSchedule(block, isVarying);
  const state = input.subarray(STATE_SLOT, STATE_SLOT + midstate.length);
  state.set(midstate);
  runRounds(state, schedule, 0, FIRST_ROUND);
  input[MIDSTATE_SLOT] = midstate[0] ?? 0;
  input[LIMIT_SLOT] = limitWord;
  for (let t = FIRST_ROUND; t < ROUNDS; t++) {
    input[ROUND_SLOTS + t] = (schedule[t] ?? 0) + (isVarying(t) ? 0 : (ROUND_CONSTANTS[t] ?? 0));
  }
  return input;
}

function markVarying(): readonly boolean[] {
  const marks: boolean[] = [];
  for (let t = 0; t < ROUNDS; t++) {
    marks.push(t === VARYING_WORD || (t >= BLOCK_WORDS && SCHEDULE_STEP.some(({ back }) => marks[t - back])));
  }
  return marks;
}
