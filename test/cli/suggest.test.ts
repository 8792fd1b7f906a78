import { expect } from "chai";
import { suggest } from "../../src/cli/suggest.js";

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
      expect(suggest(word, known)).to.equal(meant);
    });
  }

  it("leave words alone that are near nothing", () => {
    expect(suggest("frobnicate", known)).to.equal(undefined);
    expect(suggest("", known)).to.equal(undefined);
  });
});
