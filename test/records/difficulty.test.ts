import { expect } from "chai";
import type { ValueMap } from "../../src/codec/value.js";
import {
  difficultyAt,
  difficultyGap,
  hashLimit,
  isWorkEnough,
  weighDifficulty,
} from "../../src/records/difficulty.js";
import { DEFAULT_CONSTANTS } from "../../src/records/network.js";
import { RULE_SETS } from "../../src/records/rules.js";
import { createSeededRandom, seeded } from "../support/seeded-random.js";
import { listIn, mapIn, readVector, textIn } from "../support/vectors.js";

const rules = RULE_SETS[1];

describe("difficulty (PROTOCOL 10.3, 10.6)", () => {
  it("changes as math.json's difficulty_weight records", () => {
    const cases = listIn(mapIn(readVector("math.json")).get("difficulty_weight")).map(mapIn);
    for (const entry of cases) {
      const weighed = weighDifficulty(
        textIn(entry.get("last_difficulty")),
        Number(entry.get("standard_gap")),
        Number(entry.get("gap")),
      );
      expect(weighed).to.equal(entry.get("new_difficulty"));
    }
    expect(cases.length).to.be.greaterThan(10);
  });

  it("sets the limit of the proof of work as codec.json's hashLimit records", () => {
    const cases = listIn(mapIn(readVector("codec.json")).get("hashLimit")).map(mapIn);
    // The recorded node printed a meaningless value for a negative difficulty, which no record may hold.
    const isNegative = (entry: ValueMap): boolean => textIn(entry.get("difficulty")).startsWith("-");
    for (const entry of cases.filter((candidate) => !isNegative(candidate)))
      expect(hashLimit(textIn(entry.get("difficulty")))).to.equal(entry.get("limit"));
    expect(cases.length).to.be.greaterThan(10);
    expect(hashLimit("-5")).to.equal("0".repeat(64));
    expect(hashLimit("x")).to.equal("0".repeat(64));
  });

  it("is met by a root equal to the limit, but not by a greater one", () => {
    const limit = hashLimit("2");
    expect(isWorkEnough(limit, limit)).to.equal(true);
    expect(isWorkEnough(`${limit.slice(0, -1)}1`, limit)).to.equal(false);
  });

  it("changes only at the first block of a cycle, and to a quarter at the first change", () => {
    const constants = { ...DEFAULT_CONSTANTS, difficulty_change_cycle: 10 };
    const at = (height: number, gap: number): string =>
      difficultyAt(
        height,
        { parentDifficulty: "1000", gap: difficultyGap(height, constants, rules), gapUs: gap },
        constants,
      );
    expect(at(1, 5)).to.equal("100000");
    expect(at(10, 5)).to.equal("100000");
    expect(at(11, 1_700_000_000_000_000)).to.equal("250");
    expect(at(12, 5)).to.equal("1000");
    expect(at(21, 300_000_000)).to.equal("2000");
    expect(difficultyGap(11, constants, rules)).to.deep.equal({ from: 0, to: 10 });
    expect(difficultyGap(21, constants, rules)).to.deep.equal({ from: 10, to: 20 });
    expect(difficultyGap(1, constants, rules)).to.equal(null);
    expect(difficultyGap(20, constants, rules)).to.equal(null);
  });

  it(seeded("stays between a quarter and four times the last one, and at least 1, for every gap"), () => {
    const random = createSeededRandom();
    const constants = { ...DEFAULT_CONSTANTS, difficulty_change_cycle: 2 };
    let last = difficultyAt(1, { parentDifficulty: "", gap: null, gapUs: 0 }, constants);
    for (let height = 2; height < 2000; height += 1) {
      const gap = Math.floor(10 ** (random() * 14)) - 1;
      const next = difficultyAt(
        height,
        { parentDifficulty: last, gap: difficultyGap(height, constants, rules), gapUs: gap },
        constants,
      );
      const [from, to] = [BigInt(last) / 4n, BigInt(last) * 4n];
      expect(BigInt(next) >= (from < 1n ? 1n : from) && BigInt(next) <= to, `${last} → ${next}`).to.equal(
        true,
      );
      last = next;
    }
  });
});
