import { expect } from "chai";
import { runInNewContext } from "node:vm";
import { createOperators } from "../../src/repl/objects/operators.js";
import { printResult } from "../../src/repl/print-result.js";
import { toValue } from "../../src/repl/to-value.js";

describe("Values at the prompt (PROTOCOL 1)", () => {
  it("are the protocol's, whatever realm they were written in", () => {
    const written: unknown = runInNewContext(
      "({ n: 1, f: 0.5, big: 2n ** 70n, list: [new Map([['k', null]])] })",
    );
    expect(toValue(written)).to.deep.equal(
      new Map<string, unknown>([
        ["n", 1n],
        ["f", 0.5],
        ["big", 2n ** 70n],
        ["list", [new Map([["k", null]])]],
      ]),
    );
  });

  it("leave out undefined members, and are the empty list when empty", () => {
    expect(toValue({ a: undefined })).to.deep.equal([]);
  });

  it("are refused when they are none, or not exact", () => {
    expect(() => toValue(() => 1))
      .to.throw()
      .with.property("code", "CONSOLE_VALUE");
    expect(() => toValue(2 ** 53))
      .to.throw()
      .with.property("code", "CONSOLE_VALUE");
  });

  it("are built by one builder for every operator", () => {
    const { gte, load_param: loadParam } = createOperators();
    expect(gte?.(loadParam?.("count"), "0")).to.deep.equal(
      new Map([["$gte", [new Map([["$load_param", ["count"]]]), "0"]]]),
    );
  });
});

describe("Results at the prompt", () => {
  const plain = { width: 80, hasColour: false };

  it("are shown whole: long texts, deep values, long lists", () => {
    const hash = "5a".repeat(100);
    expect(printResult(hash, plain)).to.equal(`'${hash}'\n`);
    expect(printResult({ a: { b: { c: { d: { e: 1n } } } } }, plain)).to.include("e: 1n");
    expect(
      printResult(
        Array.from({ length: 300 }, (_, index) => index),
        plain,
      ),
    ).to.include("299");
  });

  it("are nothing when there is none", () => {
    expect(printResult(undefined, plain)).to.equal("");
  });

  it("are a table when they are records of one shape and it fits", () => {
    const rows = [
      { height: 9, hash: "ab" },
      { height: 10, hash: "cd" },
    ];
    expect(printResult(rows, plain)).to.equal("height  hash\n9       ab\n10      cd\n");
    expect(printResult(rows, { ...plain, width: 10 })).to.include("hash: 'ab'");
  });

  it("are no table when the records differ or hold more records", () => {
    expect(printResult([{ a: 1 }, { b: 1 }], plain)).to.include("b: 1");
    expect(printResult([{ a: [1] }, { a: [2] }], plain)).to.include("a: [ 1 ]");
  });
});
