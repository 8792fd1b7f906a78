import { expect } from "chai";
import { suggestion } from "../../src/cli/suggest.js";

describe("suggestions for near misses", () => {
  const known = ["balance", "block", "broadcast", "key", "request"];

  for (const [word, meant] of [
    ["blance", "balance"],
    ["blokc", "block"],
    ["KEY", "key"],
    ["reqest", "request"],
    ["kye", "key"],
  ] as const) {
    it(`take ${word} for ${meant}`, () => {
      expect(suggestion(word, known)).to.equal(`Did you mean ${meant}?`);
    });
  }

  it("leave words alone that are near nothing", () => {
    expect(suggestion("frobnicate", known)).to.equal(undefined);
    expect(suggestion("", known)).to.equal(undefined);
  });
});
