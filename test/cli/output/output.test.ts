import { expect } from "chai";
import { Chalk } from "chalk";
import { errorJson, errorText } from "../../../src/cli/output/print.js";
import { hashText, timeText, type View, tableText, outlineText } from "../../../src/cli/output/view.js";
import { valueToJson } from "../../../src/codec/readable-json.js";
import { ChainError } from "../../../src/codec/chain-error.js";
import { alignRows } from "../../../src/base/text/align-rows.js";
import { parseJson } from "../../../src/codec/parse-json.js";

const plain = new Chalk({ level: 0 });
const person: View = { isTerminal: true, width: 80, style: plain };
const pipe: View = { isTerminal: false, width: 80, style: plain };

describe("results", () => {
  const columns = [{ title: "name" }, { title: "count", align: "right" }] as const;
  const rows = [
    ["a", "1"],
    ["longer", "200"],
  ];

  it("are aligned tables on a terminal", () => {
    expect(tableText(person, columns, rows)).to.equal("NAME    COUNT\na           1\nlonger    200\n");
  });

  it("keep their columns when cells are coloured or wide", () => {
    const { red } = new Chalk({ level: 1 });
    const lines = alignRows([
      [red("a"), "1"],
      ["漢", "2"],
      ["bbb", "3"],
    ]).split("\n");
    expect(lines).to.deep.equal([`${red("a")}    1`, "漢   2", "bbb  3", ""]);
  });

  it("are tab-separated rows without a heading in a pipe", () => {
    expect(tableText(pipe, columns, rows)).to.equal("a\t1\nlonger\t200\n");
  });

  it("shorten hashes for people only", () => {
    const hash = "0123456789abcdef0123456789abcdef01234567cafe";
    expect(hashText(person, hash)).to.equal("0123456789…67cafe");
    expect(hashText(person, hash, true)).to.equal("012345…cafe");
    expect(hashText(pipe, hash)).to.equal(hash);
  });

  it("show times as ISO 8601 in a pipe and to the second on a terminal", () => {
    expect(timeText(pipe, 1795238606662123)).to.equal("2026-11-21T05:23:26.662Z");
    expect(timeText(person, 1795238606662123)).to.match(/^2026-11-2[012] \d\d:\d\d:26$/);
  });

  it("print JSON with exact integers and readable slashes", () => {
    const value = parseJson('{"a":9007199254740993,"b":["x/y",1.0,{}],"c":[]}');
    expect(valueToJson(value)).to.equal('{"a":9007199254740993,"b":["x/y",1,[]],"c":[]}');
    expect(valueToJson(value, "  ")).to.equal(
      '{\n  "a": 9007199254740993,\n  "b": [\n    "x/y",\n    1,\n    []\n  ],\n  "c": []\n}',
    );
  });

  it("show any value as an outline for people", () => {
    const value = parseJson('{"a":{"b":[1,"x"]},"c":[]}');
    expect(outlineText(person, value)).to.equal("a\n  b\n    - 1\n    - x\nc []\n");
    expect(parseJson(outlineText(pipe, value))).to.deep.equal(value);
  });
});

describe("failures", () => {
  const error = new ChainError("KEY_UNKNOWN", "There is no such key. ", {
    details: { key: "bob", count: 2 },
    advice: "See the keys there are.",
  });

  it("have three parts for people: what happened, the values, what to do", () => {
    expect(errorText(error, plain)).to.equal(
      "error: There is no such key.\n\n  key    bob\n  count  2\n\nSee the keys there are.\n",
    );
  });

  it("are one line of JSON with --json", () => {
    expect(errorJson(error)).to.equal(
      '{"error":{"code":"KEY_UNKNOWN","message":"There is no such key. ","details":{"key":"bob","count":2},"advice":"See the keys there are."}}\n',
    );
  });

  it("of the program itself are reported as faults of the program", () => {
    expect(errorJson(new TypeError("x is not a function"))).to.include('"code":"INTERNAL"');
  });
});
