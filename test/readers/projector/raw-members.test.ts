import { expect } from "chai";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { parseJson } from "../../../src/codec/parse-json.js";
import { isMap, type Value } from "../../../src/codec/value.js";
import { rawMembers } from "../../../src/readers/projector/projected-rows.js";
import { randomValue } from "../../support/random-value.js";
import { createSeededRandom, seeded } from "../../support/seeded-random.js";

describe("the members of a canonical map as texts (PROTOCOL 1.5)", () => {
  it("are what the parser reads, for awkward texts too", () => {
    const awkward = ['"', "\\", '\\"', "}", "]", ",", "{[", '":"', "\\\\", ""];
    const map = new Map<string, Value>(
      awkward.map((text, index) => [`${index}`, [text, new Map([["a", text]])]]),
    );
    expect(Array.from(rawMembers(canonicalJson(map)))).to.deep.equal(
      Array.from(map, ([name, value]) => [name, canonicalJson(value)]),
    );
  });

  it("are absent in the empty container", () => {
    expect([...rawMembers("[]")]).to.deep.equal([]);
  });

  it(seeded("are what the parser reads, for random values"), () => {
    const random = createSeededRandom();
    for (let round = 0; round < 300; round += 1) {
      const values = Array.from({ length: 1 + Math.floor(random() * 5) }, () => randomValue(random, 3));
      // A chain's text is that of a value that was read.
      const text = canonicalJson(
        parseJson(canonicalJson(new Map(values.map((value, index) => [`k${index}`, value])))),
      );
      const parsed = parseJson(text);
      if (!isMap(parsed)) throw new TypeError("not a map");
      expect([...rawMembers(text)]).to.deep.equal(
        Array.from(parsed, ([name, value]) => [name, canonicalJson(value)]),
      );
    }
  });
});
