import { expect } from "chai";
import { stripVTControlCharacters } from "node:util";
import { runInNewContext } from "node:vm";
import { printResult } from "../../src/repl/print/print-result.js";

const PLAIN = { width: 80, hasColour: false };
const print = (value: unknown): string => printResult(value, PLAIN);

describe("Results at the prompt", () => {
  it("are shown whole: long texts, deep values, long lists", () => {
    const hash = "5a".repeat(100);
    expect(print(hash)).to.equal(`'${hash}'\n`);
    expect(print({ a: { b: { c: { d: { e: 1n } } } } })).to.equal("{ a: { b: { c: { d: { e: 1 } } } } }\n");
    expect(print(Array.from({ length: 300 }, (_, index) => index))).to.include("  299,\n");
  });

  it("are never rounded: every digit of an integer and of decimal text is shown", () => {
    const digits = "123456789012345678901234567890";
    expect(print(BigInt(digits))).to.equal(`${digits}\n`);
    expect(print({ amount: `${digits}.000000000000000001` })).to.include(`${digits}.000000000000000001`);
  });

  it("print nothing for undefined, and null for null", () => {
    expect(print(undefined)).to.equal("");
    expect(print(null)).to.equal("null\n");
  });

  it("show maps as objects, in their own order", () => {
    expect(
      print(
        new Map<string, unknown>([
          ["b", 1n],
          ["10", new Map([["a b", "c"]])],
          ["9", []],
        ]),
      ),
    ).to.equal("{ b: 1, '10': { 'a b': 'c' }, '9': [] }\n");
  });

  it("are printed with one member per line when they do not fit on one line", () => {
    expect(printResult({ name: "abc", list: [1, 2] }, { ...PLAIN, width: 20 })).to.equal(
      "{\n  name: 'abc',\n  list: [ 1, 2 ],\n}\n",
    );
  });

  it("are a table when they are records of one shape, with numbers aligned right", () => {
    const rows = [
      { height: 9, hash: "ab", previous: null },
      { height: 10n, hash: "cde", previous: "ab" },
    ];
    expect(print(rows)).to.equal("height  hash  previous\n     9  ab    null\n    10  cde   ab\n");
  });

  it("are a table of keyed records too", () => {
    const blocks = new Map([
      ["10", new Map([["height", 10n]])],
      ["9", new Map([["height", 9n]])],
    ]);
    expect(print(blocks)).to.equal("key  height\n10       10\n9         9\n");
  });

  it("are one record below the other when the table is too wide", () => {
    const rows = [
      { height: 9, hash: "ab" },
      { height: 10, hash: "cd" },
    ];
    expect(printResult(rows, { ...PLAIN, width: 10 })).to.equal(
      "height  9\nhash    ab\n\nheight  10\nhash    cd\n",
    );
  });

  it("are not a table when the records differ or are nested", () => {
    expect(print([{ a: 1 }, { b: 1 }])).to.equal("[ { a: 1 }, { b: 1 } ]\n");
    expect(print([{ a: [1] }, { a: [2] }])).to.equal("[ { a: [ 1 ] }, { a: [ 2 ] } ]\n");
  });

  it("look the same from every realm, and in colours", () => {
    const value: unknown = runInNewContext("({ list: [1n, 'a'], map: new Map([['k', { deep: true }]]) })");
    const text = "{ list: [ 1, 'a' ], map: { k: { deep: true } } }\n";
    expect(print(value)).to.equal(text);
    expect(stripVTControlCharacters(printResult(value, { ...PLAIN, hasColour: true }))).to.equal(text);
  });

  it("end where an object contains itself", () => {
    const loop: Record<string, unknown> = { a: 1 };
    loop["self"] = loop;
    expect(print(loop)).to.equal("{ a: 1, self: [circular] }\n");
  });

  it("are shown as Node shows them when they are not data", () => {
    expect(print(new Date(0))).to.equal("1970-01-01T00:00:00.000Z\n");
    expect(print({ f: Math.max })).to.equal("{ f: [Function: max] }\n");
  });
});
