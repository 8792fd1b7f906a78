import { expect } from "chai";
import { Chalk } from "chalk";
import { diffText } from "../../../src/cli/output/diff.js";

const plain = new Chalk({ level: 0 });

describe("the difference of two texts", () => {
  it("is the changed lines, in order", () => {
    expect(diffText("a\nb\nc\nd", "a\nB\nc\nd\ne", plain)).to.equal("- b\n+ B\n+ e\n");
    expect(diffText("a\nb", "b", plain)).to.equal("- a\n");
  });

  it("is empty for equal texts", () => {
    expect(diffText("a\nb", "a\nb", plain)).to.equal("");
  });
});
