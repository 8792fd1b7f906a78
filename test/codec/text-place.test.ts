import { expect } from "chai";
import { describeOffset, describePlace } from "../../src/codec/text-place.js";

describe("a place in a text", () => {
  it("has its line and column, and a caret below it", () => {
    expect(describeOffset('{\n  "a": 1,\r\n\t"b" 2}', 18)).to.deep.equal({
      line: 3,
      column: 6,
      text: ' "b" 2}',
      here: "     ^",
    });
    expect(describeOffset("", 0)).to.deep.equal({ line: 1, column: 1, text: "", here: "^" });
    expect(describeOffset("a\n", 2)).to.deep.equal({ line: 2, column: 1, text: "", here: "^" });
  });

  it("shows a part of a long line, and no character that a terminal obeys", () => {
    const { text, here } = describePlace(`${"a".repeat(500)}\u001b[2J!${"b".repeat(500)}`, 1, 505);
    expect(text).to.have.length.below(120).and.to.include("\\u001b[2J!b");
    expect(text[here.length - 1]).to.equal("!");
  });
});
