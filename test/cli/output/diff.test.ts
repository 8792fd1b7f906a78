import { expect } from "chai";
import { Chalk } from "chalk";
import { diffText } from "../../../src/cli/output/diff.js";

const plain = new Chalk({ level: 0 });

describe("the difference of two texts", () => {
  it("is the changed lines, in order", () => {
    expect(diffText("a\nb\nc\nd", "a\nB\nc\nd\ne", plain)).to.equal("- b\n+ B\n+ e\n");
    expect(diffText("a\nb", "b", plain)).to.equal("- a\n");
  });

  it("is all lines of texts that differ in thousands of them", () => {
    const lines = (word: string): string =>
      Array.from({ length: 4000 }, (_, at) => `${word} ${at}`).join("\n");
    const text = diffText(`same\n${lines("old")}`, `same\n${lines("new")}`, plain);
    expect(text.split("\n")).to.have.lengthOf(2 * 4001 + 1);
    expect(text).to.match(/^- same\n- old 0\n[^]*\+ same\n\+ new 0\n/);
  });

  it("is empty for equal texts", () => {
    expect(diffText("a\nb", "a\nb", plain)).to.equal("");
  });
});
