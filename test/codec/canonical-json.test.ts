import { expect } from "chai";
import { canonicalJson, canonicalJsonInSteps, canonicalValue } from "../../src/codec/canonical-json.js";
import { allSteps } from "../../src/codec/steps.js";
import { type Value, weightUpTo, EMPTY } from "../../src/codec/value.js";
import { randomValue } from "../support/random-value.js";
import { createSeededRandom, seeded } from "../support/seeded-random.js";
import { parseJson } from "../../src/codec/parse-json.js";

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

describe("canonicalValue (PROTOCOL 1.5, 1.10)", () => {
  it("turns whole floats into integers, and keeps other floats", () => {
    expect(canonicalValue(5)).to.equal(5n);
    expect(canonicalValue(-7)).to.equal(-7n);
    expect(canonicalValue(0)).to.equal(0n);
    expect(canonicalValue(1e16)).to.equal(10_000_000_000_000_000n);
    expect(canonicalValue(1e17)).to.equal(1e17);
    expect(canonicalValue(1.5)).to.equal(1.5);
    expect(Object.is(canonicalValue(-0), -0)).to.equal(true);
  });

  it("gives a whole float the digits of its shortest text, not all its exact digits", () => {
    expect(canonicalValue(2 ** 55)).to.equal(36_028_797_018_963_970n);
    expect(canonicalValue(-(2 ** 55))).to.equal(-36_028_797_018_963_970n);
  });

  it("turns maps that are lists into lists, at any depth", () => {
    expect(canonicalValue(new Map<string, Value>([["a", new Map([["0", 1]])]]))).to.deep.equal(
      new Map([["a", [1n]]]),
    );
    expect(canonicalValue(new Map())).to.equal(EMPTY);
    expect(canonicalValue(new Map([["0", true]]))).to.deep.equal([true]);
  });

  it("returns a canonical value as it is", () => {
    const value = parseJson('{"a":[1,{"b":1.5}],"c":"x"}');
    expect(canonicalValue(value)).to.equal(value);
  });
});

describe("reading and printing values", () => {
  it(seeded("is the identity on canonical values and on canonical text"), () => {
    const random = createSeededRandom();
    for (let round = 0; round < 500; round += 1) {
      const value = canonicalValue(randomValue(random, 5));
      const text = canonicalJson(value);
      const read = parseJson(text);
      expect(canonicalJson(read), text).to.equal(text);
      expect(read, text).to.deep.equal(value);
      expect(canonicalValue(read), text).to.equal(read);
      expect(text).to.match(/^[\x20-\x7f]*$/);
    }
  });

  it(seeded("agrees with the text of every whole float below 1e17"), () => {
    const random = createSeededRandom();
    for (let round = 0; round < 20_000; round += 1) {
      const float = Math.trunc((random() - 0.5) * 2 * 10 ** (random() * 18));
      expect(canonicalValue(float), String(float)).to.equal(parseJson(canonicalJson(float)));
    }
  });
});
