import { expect } from "chai";
import { PRESET_NAMES, presetCodes } from "../../src/system/presets.js";
import { lintCode } from "../../src/lint/lint-code.js";
import { RULE_SETS } from "../../src/records/rules.js";
import { describeMachine } from "../support/describe-machine.js";

const ZERO = "0".repeat(44);

function contract(members: string): string {
  return `{"type":"contract","name":"N","version":"1","nonce":"s","writer":"${ZERO}","parameters":{},"conditions":[],${members}}`;
}

function updating(expression: string): string {
  return contract(`"updates":[${expression}]`);
}

/** The findings, one line each. */
function check(text: string): string[] {
  return lintCode(text).map(({ severity, path, sentence }) => `${severity} ${path}: ${sentence}`);
}

const EXPRESSIONS: readonly (readonly [expression: string, finding: string])[] = [
  [`{"$ade":["1"]}`, "error $.updates[0].$ade: $ade is not an operator, so it is data. Did you mean $add?"],
  [`{"$Add":["1"]}`, "error $.updates[0].$Add: $Add is not an operator, so it is data. Did you mean $add?"],
  [
    `{"x y":{"$get_block":[1]}}`,
    `error $.updates[0]["x y"].$get_block: $get_block is for requests only: here it is data.`,
  ],
  [`{"$if":[true,"1"]}`, "error $.updates[0].$if: $if takes 3 arguments; 2 are given."],
  [`{"$add":[]}`, "error $.updates[0].$add: $add takes 1 or more arguments; 0 are given."],
  [
    `{"$read_local":["a"]}`,
    "error $.updates[0].$read_local: $read_local takes 2 to 3 arguments; 1 are given.",
  ],
  [
    `{"$add":"1"}`,
    "warning $.updates[0].$add: $add is data here: its arguments are neither a list nor a map.",
  ],
  [
    `{"$reg_match":["/(a)\\\\1/","a"]}`,
    "error $.updates[0].$reg_match: The pattern never matches: it has a back reference: \\1.",
  ],
  [
    `{"$write_local":["a","xyz",1]}`,
    "error $.updates[0].$write_local: The key is not lower-case hex of even length from 2 to 64: the write is dropped.",
  ],
  [
    `{"$read_local":["a",null]}`,
    "error $.updates[0].$read_local: The key is not lower-case hex of even length from 2 to 64: the read gives null.",
  ],
  [
    `{"$read_local":["a",["00"]]}`,
    "error $.updates[0].$read_local: An attribute or key is a list: every call fails.",
  ],
  [
    `{"$write_universal":["c",{"$read_universal":["ptr","00","ff"]},1]}`,
    "error $.updates[0].$write_universal: The key depends on a read, so on a network of rules 1 the cell is not loaded: a write replaces its value unread.",
  ],
  [
    `{"$read_local":["c",{"$hash":[{"$concat":["a",{"$if":[{"$eq":[{"$read_local":["a","00"]},1]},"b","c"]}]}]}]}`,
    "error $.updates[0].$read_local: The key depends on a read, so on a network of rules 1 the cell is not loaded: it reads as absent, whatever it holds.",
  ],
  [
    `{"a":{"$read_universal":[{"$read_universal":["ptr","00"]},"00"]}}`,
    "error $.updates[0].a.$read_universal: The key depends on a read, so on a network of rules 1 the cell is not loaded: it reads as absent, whatever it holds.",
  ],
  [`{"$eq":{"a":1,"b":2}}`, "error $.updates[0].$eq: $eq takes 2 arguments; 0 are given."],
  [`{"a":[{"$add":["1e3"]}]}`, "error $.updates[0].a[0].$add: '1e3' is not decimal text: every call fails."],
  [
    `{"$add":["1"],"b":2}`,
    "warning $.updates[0].b: This member is ignored: $add is the value of the whole map.",
  ],
];

const HEADERS: readonly (readonly [text: string, finding: string])[] = [
  ["{", "error $: The code cannot be read: it is not JSON."],
  ["[]", "error $: The code cannot be read: it is not a map."],
  [updating("0").replace(`"contract"`, `"thing"`), "error $.type: The kind is neither contract nor request."],
  [updating("0").replace(`"N"`, `"N!"`), "error $.name: The name is not text of A-Z, a-z, 0-9 and _."],
  [updating("0").replace(`"1"`, `"one"`), "error $.version: The version is not numeric."],
  [updating("0").replace(`"s"`, "5"), "error $.nonce: The space is not text."],
  [updating("0").replace(ZERO, "me"), "error $.writer: The writer of a registered code is the zero address."],
  [updating("0").replace("[]", `"x"`), "error $.conditions: This is not a list of expressions."],
  [
    updating("0").replace("[]", `[[{"$load_param":["version"]}]]`),
    "error $.conditions[0]: A condition is a pair of expression and message.",
  ],
  [
    updating("0").replace("{}", `{"a":5}`),
    "error $.parameters.a: This is not a parameter definition: no call would be valid.",
  ],
  [
    updating("0").replace("{}", `{"size":{"name":"size","maxlength":9}}`),
    "warning $.parameters.size: The node computes size itself; a value from the sender has no effect.",
  ],
  [
    contract(`"response":1,"updates":[]`),
    "warning $.response: A contract has no response: this member is ignored.",
  ],
  [contract(`"x":1`), "warning $: The contract has no updates."],
  [
    `{"t":"contract","m":"0.2.0","n":"N","v":"1","s":"s","w":"unknown","p":[],"e":[]}`,
    "error $.w: The writer is not an address. It must be the address that publishes the code.",
  ],
  [
    updating(JSON.stringify("x".repeat(65_536))),
    `error $: The code has ${updating("").length + 65_538} bytes; the maximum is 65536.`,
  ],
];

describeMachine("Checking a code before it is sent (PROTOCOL 6.13, 6.17, 7.2, 7.4, 7.18)", () => {
  for (const name of PRESET_NAMES) {
    it(`finds nothing in the preset ${name}`, () => {
      for (const text of presetCodes(name, { rootSpace: "ab".repeat(32) }))
        expect(check(text)).to.deep.equal([]);
    });
  }

  for (const [expression, finding] of EXPRESSIONS) {
    it(`finds in ${expression.slice(0, 40)} that ${finding.slice(0, 60)}`, () => {
      expect(check(updating(expression))).to.include(finding);
    });
  }

  it("returns the code and advice for a key that depends on a read (PROTOCOL 7.5)", () => {
    const [finding] = lintCode(
      updating(`{"$write_local":["c",{"$read_local":["ptr",{"$load_param":["from"]}]},1]}`),
    );
    expect(finding).to.include({ severity: "error", code: "DEPENDENT_KEY" });
    expect(finding?.advice).to.be.a("string");
  });

  it("finds none on a network of rules 2, where a read gives what the cell holds (PROTOCOL 16.6)", () => {
    const code = updating(`{"$write_local":["c",{"$read_local":["ptr",{"$load_param":["from"]}]},1]}`);
    const found = lintCode(code, RULE_SETS[2]).map((finding) => finding.code);
    expect(found).to.deep.equal(
      lintCode(code).flatMap(({ code }) => (code === "DEPENDENT_KEY" ? [] : [code])),
    );
  });

  for (const expression of [
    `{"$write_universal":["c",{"$load_param":["k"]},{"$read_universal":["c",{"$load_param":["k"]},{"$read_universal":["d","00"]}]}]}`,
    `{"$read_universal":["c",{"$hash":[{"$read_universal":"data"}]}]}`,
  ]) {
    it(`finds no key that depends on a read in ${expression}`, () => {
      const dependent = lintCode(updating(expression)).filter(({ code }) => code === "DEPENDENT_KEY");
      expect(dependent).to.deep.equal([]);
    });
  }

  for (const [text, finding] of HEADERS) {
    it(`finds: ${finding.slice(0, 80)}`, () => {
      expect(check(text)).to.deep.equal([finding]);
    });
  }
});
