import { expect } from "chai";
import { translatePattern } from "../../src/vm/pattern-translate.js";
import { createSeededRandom, randomRuns, seeded, TEST_SEED } from "../support/seeded-random.js";
import { patternSurcharge } from "./pattern-cost.js";

const RUNS = randomRuns(2000);
const MEMBERS = [
  "\\w",
  "\\W",
  "\\d",
  "\\D",
  "\\s",
  "\\S",
  "\\h",
  "\\p{L}",
  "\\PN",
  "\\p{^Lu}",
  "[:alpha:]",
  "[:^digit:]",
  "a-z",
  "A-ꟿ",
  "\\x41-\\x{1e943}",
  "\\101-\\132",
  "\\t-Z",
  "a",
  "-",
  "_",
  "\\-",
  "\\\\",
  "\\]",
  "[",
  "é",
  "😀",
  "\\e",
];
const OUTSIDE = ["", "a", "\\[", "(?i:b)", "(?s-i)", "(?:c)", "\\\\", "(?ms)"];
const FLAGS = ["", "i", "u", "iu", "m", "ius"];

describe(seeded(`The surcharge of ${RUNS} random patterns (PROTOCOL 15.8, 16.9)`), () => {
  it("is the same by the protocol's text and by the machine", () => {
    const random = createSeededRandom(TEST_SEED);
    const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] as string;
    let charged = 0;
    for (let run = 0; run < RUNS; run += 1) {
      const classes = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
        const members = Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(MEMBERS));
        return `${pick(OUTSIDE)}[${pick(["", "^", "]"])}${members.join("")}]${pick(["", "{2,3}", "*"])}`;
      });
      const body = classes.join("");
      const flags = pick(FLAGS);
      const { surcharge } = translatePattern(body, flags) ?? expect.fail(body);
      expect(patternSurcharge(body, flags), `/${body}/${flags}`).to.equal(surcharge);
      if (surcharge > 0) charged += 1;
    }
    expect(charged).to.be.above(RUNS / 4);
  });
});
