import { expect } from "chai";
import { readSources } from "../support/read-sources.js";

const SKIPPING = /\b(?:this|it|describe|context)\.(?:skip|only)\b/;

describe("the tests", () => {
  it("say why when they are pending", () => {
    const sources = readSources("test");
    const skipping = [...sources.keys()].filter((path) => SKIPPING.test(sources.get(path) ?? ""));
    expect(skipping).to.deep.equal(["test/support/skip.ts"]);
  });
});
