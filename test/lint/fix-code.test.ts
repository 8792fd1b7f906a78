import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { parseJson } from "../../src/codec/parse-json.js";
import type { ValueMap } from "../../src/codec/value.js";
import { fixCode } from "../../src/lint/fix-code.js";

function fixed(json: string): string {
  return canonicalJson(fixCode(parseJson(json) as ValueMap));
}

describe("Mending the fixable findings", () => {
  it("corrects the names of members, except where that would replace another one", () => {
    expect(fixed(`{"type":"contract","parameters":{"a":{"name":"a","required":true}}}`)).to.equal(
      `{"type":"contract","parameters":{"a":{"name":"a","requirements":true}}}`,
    );
    const both = `{"type":"contract","parameters":{"a":{"name":"a","required":true,"requirements":false}}}`;
    expect(fixed(both)).to.equal(both);
  });

  it("makes the key of a parameter its name, except where two would become one", () => {
    expect(fixed(`{"t":"request","p":{"b":{"name":"a"}}}`)).to.equal(
      `{"t":"request","p":{"a":{"name":"a"}}}`,
    );
    const twice = `{"t":"request","p":{"a":{"name":"a"},"b":{"name":"a"}}}`;
    expect(fixed(twice)).to.equal(twice);
  });

  it("removes the member that the kind does not have", () => {
    expect(fixed(`{"type":"contract","updates":[],"response":1}`)).to.equal(
      `{"type":"contract","updates":[]}`,
    );
    expect(fixed(`{"type":"request","updates":[],"response":1}`)).to.equal(`{"type":"request","response":1}`);
  });

  it("lowers a scale above 10, which counts as 0", () => {
    const half = (scale: string): string =>
      `{"t":"request","e":[{"a":[{"$precise_div":["1","2",${scale}]}]}]}`;
    expect(fixed(half("18"))).to.equal(half("10"));
    expect(fixed(half("9"))).to.equal(half("9"));
  });

  it("leaves everything else alone", () => {
    for (const json of [
      `{"t":"contract","p":[{"name":"a"}],"e":[{"$ad":[1]}]}`,
      `{"type":"contract","parameters":5}`,
    ])
      expect(fixed(json)).to.equal(json);
  });
});
