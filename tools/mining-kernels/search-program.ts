import {
  FIRST_ROUND,
  hasCommonTerms,
  isVarying,
  MIDSTATE_SLOT,
  ROUND_SLOTS,
  STATE_SLOT,
  VARYING_WORD,
} from "../../src/consensus/miner/scan-input.js";
import { ROUND_CONSTANTS, ROUNDS } from "../../src/consensus/miner/sha256.js";
import type { Expression, Target } from "./target.js";

/**
 * One try of a scan, written once for every language a kernel comes in: SHA-256's last compression unrolled, from
 * the first round that is not common to all tries, as far as the hash's first word. Names of variables are those of
 * FIPS 180-4 6.2 with the round behind.
 */
export function writeSearchProgram(target: Target): { statements: string[]; firstWord: Expression } {
  const { add, xor, and, input } = target;
  const statements: string[] = [];
  const define = (name: string, value: Expression): Expression => {
    statements.push(target.define(name, value));
    return target.read(name);
  };

  const words: Expression[] = [];
  const candidate = define(`w${VARYING_WORD}`, target.candidate);
  words[VARYING_WORD] = candidate;
  const scheduleTerms = (t: number): Expression[] =>
    [
      { back: 16, of: (word: Expression) => word },
      { back: 15, of: (word: Expression) => smallSigma(target, word, 7, 18, 3) },
      { back: 7, of: (word: Expression) => word },
      { back: 2, of: (word: Expression) => smallSigma(target, word, 17, 19, 10) },
    ].flatMap(({ back, of }) => {
      const word = words[t - back];
      return word === undefined ? [] : [of(word)];
    });
  const roundTerm = (t: number): Expression => {
    const common = input(ROUND_SLOTS + t);
    if (!isVarying(t)) return common;
    const terms = scheduleTerms(t);
    const word = define(`w${t}`, add(...(hasCommonTerms(t) ? [common] : []), ...terms));
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
    const t1 = define(`t${t}`, add(roundTerm(t), h, choice, bigSigma(target, e, 6, 11, 25)));
    // Maj(a,b,c) = ((a⊕b) ∧ (b⊕c)) ⊕ b, and this round's a⊕b is the next one's b⊕c.
    const aXorB = define(`x${t}`, xor(a, b));
    const majority = xor(and(aXorB, bXorC), b);
    const next = define(`a${t}`, add(t1, majority, bigSigma(target, a, 2, 13, 22)));
    [h, g, f] = [g, f, e];
    // Nothing reads the last e.
    if (t < ROUNDS - 1) e = define(`e${t}`, add(d, t1));
    [d, c, b, a] = [c, b, a, next];
    bXorC = aXorB;
  }
  return { statements, firstWord: add(a, input(MIDSTATE_SLOT)) };
}

function bigSigma({ xor, rotateRight }: Target, word: Expression, ...bits: number[]): Expression {
  return xor(...bits.map((count) => rotateRight(word, count)));
}

function smallSigma(
  target: Target,
  word: Expression,
  first: number,
  second: number,
  shift: number,
): Expression {
  const { xor, rotateRight, shiftRight } = target;
  return xor(rotateRight(word, first), rotateRight(word, second), shiftRight(word, shift));
}
