import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { canonicalJsonInSteps } from "../../src/codec/canonical-json-steps.js";
import { allSteps } from "../../src/codec/steps.js";
import type { Value } from "../../src/codec/value.js";
import { weightUpTo } from "../../src/codec/value-weight.js";
import { randomValue } from "../support/random-value.js";
import { createSeededRandom, seeded } from "../support/seeded-random.js";

const zeros = Array.from({ length: 5000 }, () => 0n);
const LARGE: readonly Value[] = [
  zeros,
  [zeros, 1n, zeros],
  [1n, 2n, zeros],
  [zeros, "x"],
  new Map<string, Value>([
    ["a", zeros],
    ["é".repeat(20_000), "\u0000/😀".repeat(20_000)],
    ["b", new Map([["c", [zeros]]])],
  ]),
  zeros.map(() => [zeros[0] ?? null, new Map([["k", null]])]),
  '"'.repeat(50_000),
];

describe("canonicalJsonInSteps (PROTOCOL 1.8)", () => {
  it(seeded("prints what canonicalJson prints"), () => {
    const random = createSeededRandom();
    const small = Array.from({ length: 200 }, () => randomValue(random, 6));
    // Many together take more than one step.
    for (const value of [...small, small, ...LARGE, LARGE])
      expect(allSteps(canonicalJsonInSteps(value, Infinity))).to.equal(canonicalJson(value));
  });

  it("takes many steps for a large value", () => {
    for (const value of LARGE) {
      const steps = canonicalJsonInSteps(value, Infinity);
      let count = 0;
      while (steps.next().done !== true) count += 1;
      expect(count).to.be.greaterThan(2);
    }
  });

  it("stops as soon as the text is too long", () => {
    const { length } = canonicalJson(zeros);
    expect(allSteps(canonicalJsonInSteps(zeros, length))).to.equal(canonicalJson(zeros));
    expect(allSteps(canonicalJsonInSteps(zeros, length - 1))).to.equal(null);
  });
});

describe("weightUpTo", () => {
  it("counts 1 for a value and for 16 characters, 7 for a list or map", () => {
    expect(weightUpTo(null, 100)).to.equal(1);
    expect(weightUpTo("x".repeat(32), 100)).to.equal(3);
    expect(weightUpTo([1n, 1.5, [true]], 100)).to.equal(17);
    expect(weightUpTo(new Map([["k".repeat(16), "v"]]), 100)).to.equal(9);
  });

  it("stops counting above the given maximum", () => {
    expect(weightUpTo(zeros, 10)).to.be.within(11, 20);
    expect(weightUpTo([zeros, zeros], 10)).to.be.within(11, 30);
  });
});
