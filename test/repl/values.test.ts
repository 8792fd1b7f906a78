import { expect } from "chai";
import { runInNewContext } from "node:vm";
import { createOperators } from "../../src/repl/globals.js";
import { toValue } from "../../src/repl/to-value.js";

describe("Values at the prompt (PROTOCOL 1.1, 1.5)", () => {
  it("are the protocol's, from every realm", () => {
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

  it("are refused when they have no equivalent, or are not exact", () => {
    expect(() => toValue(() => 1))
      .to.throw()
      .with.property("code", "CONSOLE_VALUE");
    expect(() => toValue(2 ** 53))
      .to.throw()
      .with.property("code", "CONSOLE_NUMBER");
  });

  it("are built by one builder for every operator", () => {
    const { gte, load_param: loadParam } = createOperators();
    expect(gte?.(loadParam?.("count"), "0")).to.deep.equal(
      new Map([["$gte", [new Map([["$load_param", ["count"]]]), "0"]]]),
    );
  });
});
