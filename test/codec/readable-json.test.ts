import { expect } from "chai";
import { parseJson } from "../../src/codec/parse-json.js";
import { valueToJson } from "../../src/codec/readable-json.js";

describe("JSON for people", () => {
  it("shows text as it is", () => {
    expect(valueToJson(new Map([["이름/é", ["안녕", "😀"]]]))).to.equal('{"이름/é":["안녕","😀"]}');
  });

  for (const [text, shown] of [
    ["\u001b[2J\u007f\u009b", "\\u001b[2J\\u007f\\u009b"],
    ["a\u202eb\u2066", "a\\u202eb\\u2066"],
    ["a\u200bb\u{e0041}", "a\\u200bb\\udb40\\udc41"],
    ['\ud800\n"\\', '\\ud800\\n\\"\\\\'],
  ] as const)
    it(`escapes what a reader would not see, as ${shown}, and reads back as the same value`, () => {
      const json = valueToJson(new Map([[text, text]]));
      expect(json).to.equal(`{"${shown}":"${shown}"}`);
      if (!text.includes("\ud800")) expect(parseJson(json)).to.deep.equal(new Map([[text, text]]));
    });
});
