import { expect } from "chai";
import { suggestion } from "../../src/records/nearest-name.js";

describe("suggestions for mistyped words", () => {
  const known = ["balance", "block", "broadcast", "key", "request"];

  for (const [word, meant] of [
    ["blance", "balance"],
    ["blokc", "block"],
    ["KEY", "key"],
    ["reqest", "request"],
    ["kye", "key"],
  ] as const) {
    it(`suggest ${meant} for ${word}`, () => {
      expect(suggestion(word, known)).to.equal(`Did you mean ${meant}?`);
    });
  }

  it("suggest nothing for a word that is similar to none", () => {
    expect(suggestion("frobnicate", known)).to.equal(undefined);
    expect(suggestion("", known)).to.equal(undefined);
  });
});
