import { expect } from "chai";
import { describeMachine } from "../support/describe-machine.js";
import { objectToValue } from "../../src/codec/value.js";
import { execute } from "../../src/vm/machine.js";
import { patternFault } from "../../src/vm/pattern.js";
import { callWith, NO_STATE } from "../support/machine-calls.js";
import { mapIn } from "../support/vectors.js";

const MATCHING = `[{"$response":[{"$reg_match":[{"$load_param":["p"]},{"$load_param":["t"]}]}]}]`;

function match(pattern: string, text: string): unknown {
  const parameters = mapIn(objectToValue({ p: pattern, t: text }));
  const execution = execute({ ...callWith(MATCHING), parameters }, NO_STATE);
  return execution.ok ? execution.result : execution.message;
}

const MATCHES: readonly (readonly [pattern: string, text: string, expected: boolean, why: string])[] = [
  ["/a/", "xay", true, "somewhere"],
  ["/^a$/", "a\n", true, "$ before a final newline"],
  ["/^a$/D", "a\n", false, "D: $ at the very end only"],
  ["/^a$/", "a\n\n", false, "$ before a final newline only"],
  ["/^b$/m", "a\nb\nc", true, "m: lines"],
  ["/a.b/", "a\nb", false, ". does not match a newline"],
  ["/a.b/s", "a\nb", true, "s: . matches a newline"],
  ["/ABC/i", "xabcx", true, "i: either case"],
  ["/b/A", "ab", false, "A: at the start"],
  ["/a b # c\n/x", "ab", true, "x: white space and comments are ignored"],
  ["  {a{2}}i", "AA", true, "nested brackets as delimiters, after white space"],
  ["(a(b)c)", "abc", true, "round brackets as delimiters"],
  ["~a\\~b~", "a~b", true, "an escaped delimiter"],
  ["/^.$/", "é", false, "bytes without u"],
  ["/^..$/", "é", true, "two bytes"],
  ["/^.$/u", "é", true, "one character with u"],
  ["/^\\xc3\\xa9$/", "é", true, "bytes by number"],
  ["/^\\w+$/", "é", false, "ASCII words without u"],
  ["/^\\w+$/u", "é٣", true, "Unicode words with u"],
  ["/^\\s$/", "\v", true, "the vertical tab is white space"],
  ["/^[\\s]+$/", "\t\v ", true, "in a class too"],
  ["/^[[:digit:]]+$/", "12", true, "classes by name"],
  ["/^[\\w-.]+$/u", "é-.", true, "a hyphen after a class is a character, with u"],
  ["/^[\\s-z]+$/", " -z", true, "and without it"],
  ["/^[\\s-z]+$/", "a", false, "and begins no range"],
  ["/^[\\w\\w-\\w.]+$/u", "é-.", true, "a class that is written again"],
  ["/^\\Qa.b\\E$/", "a.b", true, "quoted"],
  ["/^a{2,}$/", "aaaa", true, "counted"],
  ["/^(?:ab|cd)+$/", "abcd", true, "groups"],
  ["/^(?<n>a)b/", "ab", true, "named groups"],
  ["/a\\Z/", "a\n", true, "\\Z is $ without D"],
  ["/a(?#comment)b/", "ab", true, "comments"],
];

const REFUSED: readonly (readonly [pattern: string, why: string])[] = [
  ["", "empty"],
  ["a", "no delimiter"],
  ["aba", "a letter as delimiter"],
  ["\\a\\", "a backslash as delimiter"],
  ["/a", "no end"],
  ["/a/e", "an unknown flag"],
  ["/[/", "an open class"],
  ["/(a/", "an open group"],
  ["/a)/", "a closing parenthesis without a group"],
  ["/*a/", "nothing to repeat"],
  ["/(a)\\1/", "a backreference"],
  ["/a(?=b)/", "lookahead"],
  ["/(?<!a)b/", "lookbehind"],
  ["/a++/", "a possessive quantifier"],
  ["/(?>a)/", "an atomic group"],
  ["/(?R)/", "recursion"],
  ["/\\y/", "an unknown escape"],
  ["/(a{1000}){1000}/", "a million repetitions"],
  [`/${"a{1000}".repeat(100)}/`, "a hundred thousand steps"],
  ["/\\p{L}{1000}/u", "a thousand lookups in a large class"],
  [`/${"a".repeat(8192)}/`, "a pattern of more than 8,192 characters"],
];

describeMachine("Patterns (PROTOCOL 7.30, 7.40, 14.5)", () => {
  for (const [pattern, text, expected, why] of MATCHES) {
    it(`${JSON.stringify(pattern)} ${expected ? "matches" : "does not match"} ${JSON.stringify(text)}: ${why}`, () => {
      expect(match(pattern, text)).to.equal(expected);
    });
  }

  for (const [pattern, why] of REFUSED) {
    it(`${JSON.stringify(pattern).slice(0, 40)} never matches: ${why}`, () => {
      expect(patternFault(pattern)).to.not.equal(null);
      expect(match(pattern, "ab")).to.equal(false);
    });
  }

  it("that never match say why", () => {
    const faults: readonly (readonly [pattern: string, part: RegExp])[] = [
      ["abc", /written as/],
      ["/(a)\\1/", /back reference: \\1/],
      ["/a(?=b)/", /lookahead: \(\?=b/],
      ["/(?<!a)b/", /lookbehind/],
      ["/(?>a)/", /atomic/],
      ["/[a/", /bracket/],
      ["/a++/", /possessive/],
      ["/(a{60}){60}/", /steps/],
      [`/${"a".repeat(9000)}/`, /8192 characters/],
    ];
    for (const [pattern, part] of faults) expect(patternFault(pattern), pattern).to.match(part);
    expect(patternFault("/^[0-9a-f]{44}$/")).to.equal(null);
  });

  it("match without backtracking", () => {
    expect(match("/^(a+)+$/", `${"a".repeat(100_000)}b`)).to.equal(false);
  });

  it("fail when their steps times the length of the text exceed the work limit (PROTOCOL 7.16)", () => {
    expect(match(`/${"x?".repeat(100)}y/`, "x".repeat(1_000_000))).to.equal("Too long processing. ");
  });

  it("leave a full cache and are compiled again", () => {
    for (let count = 0; count < 300; count += 1) expect(match(`/^${count}$/`, String(count))).to.equal(true);
    expect(match("/^0$/", "0")).to.equal(true);
  });
});
