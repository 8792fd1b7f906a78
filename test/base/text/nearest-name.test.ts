import { expect } from "chai";
import { nearestName } from "../../../src/base/text/nearest-name.js";

describe("The name that a mistyped one means", () => {
  for (const [word, names, meant] of [
    ["balanec", ["resource", "balance"], "balance"],
    ["ad", ["and", "add"], "add"],
    ["AD", ["add", "and"], "add"],
    ["x", ["balance"], undefined],
  ] as const)
    it(`is ${meant} for ${word} among ${names.join(", ")}`, () => {
      expect(nearestName(word, names)).to.equal(meant);
    });
});
