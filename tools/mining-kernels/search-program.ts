import {
  FIRST_ROUND,
  hasCommonTerms,
  isVarying,
  MIDSTATE_SLOT,
  ROUND_SLOTS,
  STATE_SLOT,
  VARYING_WORD,
} from "../../src/consensus/miner/scan-input.js";
import {
  BIG_SIGMA_0,
  BIG_SIGMA_1,
  ROUND_CONSTANTS,
  ROUNDS,
  SCHEDULE_STEP,
  type Sigma,
} from "../../src/consensus/miner/sha256.js";
import type { Expression, Target } from "./target.js";

export interface SearchProgram {
  /** In the order in which they need each other. */
  readonly variables: readonly Variable[];
  /** Of the hash. */
  readonly firstWord: Expression;
}

interface Variable {
  readonly name: string;
  readonly value: Expression;
}

/**
 * One try of a scan, for every language of a kernel: SHA-256's last compression unrolled, from the first round that
 * differs between tries to the hash's first word. Variables are named as in FIPS 180-4 6.2, with the number of the
 * round.
 */
export function writeSearchProgram(target: Target): SearchProgram {
  const { add, xor, and, input } = target;
  const variables: Variable[] = [];
  const define = (name: string, value: Expression): Expression => {
    variables.push({ name, value });
    return target.read(name);
  };

  const words: Expression[] = [];
  const candidate = define(`w${VARYING_WORD}`, target.candidate);
  words[VARYING_WORD] = candidate;
  const varyingTerms = (t: number): Expression[] =>
    SCHEDULE_STEP.flatMap(({ back, sigma }) => {
      const word = words[t - back];
      if (word === undefined) return [];
      return sigma === undefined ? word : sigmaOf(target, word, sigma);
    });
  const roundTerm = (t: number): Expression => {
    const common = input(ROUND_SLOTS + t);
    if (!isVarying(t)) return common;
    const word = define(`w${t}`, add(...(hasCommonTerms(t) ? [common] : []), ...varyingTerms(t)));
    words[t] = word;
    return add(word, target.constant(ROUND_CONSTANTS[t] ?? 0));
  };

  const state = (index: number): Expression => input(STATE_SLOT + index);
  let a = define(`a${VARYING_WORD}`, add(state(0), candidate));
  let [b, c, d] = [state(1), state(2), state(3)];
  let e = define(`e${VARYING_WORD}`, add(state(4), candidate));
  let [f, g, h] = [state(5), state(6), state(7)];
  let bXorC = define(`x${VARYING_WORD}`, xor(b, c));
  for (let t = FIRST_ROUND; t < ROUNDS; t++) {
    const choice = xor(and(xor(f, g), e), g);
    const t1 = define(`t${t}`, add(roundTerm(t), h, choice, sigmaOf(target, e, BIG_SIGMA_1)));
    // Maj(a,b,c) = ((a⊕b) ∧ (b⊕c)) ⊕ b, and this round's a⊕b is the next one's b⊕c.
    const aXorB = define(`x${t}`, xor(a, b));
    const majority = xor(and(aXorB, bXorC), b);
    const next = define(`a${t}`, add(t1, majority, sigmaOf(target, a, BIG_SIGMA_0)));
    [h, g, f] = [g, f, e];
    // Nothing reads the last e.
    if (t < ROUNDS - 1) e = define(`e${t}`, add(d, t1));
    [d, c, b, a] = [c, b, a, next];
    bXorC = aXorB;
  }
  return { variables, firstWord: add(a, input(MIDSTATE_SLOT)) };
}

function sigmaOf(target: Target, word: Expression, { rotations, shift }: Sigma): Expression {
  const rotated = rotations.map((bits) => target.rotateRight(word, bits));
  return target.xor(...rotated, ...(shift === undefined ? [] : [target.shiftRight(word, shift)]));
}
