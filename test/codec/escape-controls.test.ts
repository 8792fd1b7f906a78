import { expect } from "chai";
import { escapeControls } from "../../src/codec/shown-text.js";

describe("Untrusted text for a terminal", () => {
  for (const [text, shown] of [
    ["plain, with é and 漢", "plain, with é and 漢"],
    ["\u001b[2J", "\\u001b[2J"],
    ["a\r\nb\tc", "a\\u000d\\u000ab\\u0009c"],
    ["\u009b31m", "\\u009b31m"],
    ["\u202egnp.exe", "\\u202egnp.exe"],
    ["\u061c\u00ad\u3164", "\\u061c\\u00ad\\u3164"],
    ["\u{e0041}😀\ud800", "\\udb40\\udc41😀\\ud800"],
    ["\u0000\u007f\u2028\ufeff", "\\u0000\\u007f\\u2028\\ufeff"],
  ] as const) {
    it(`is shown as ${shown}`, () => {
      expect(escapeControls(text)).to.equal(shown);
    });
  }
});
