import { expect } from "chai";
import { codeIdOf, parseCode } from "../../src/records/code.js";
import type { Value } from "../../src/codec/value.js";
import { isReadable, readStoredCode, codeRecord } from "../../src/records/stored-code.js";

const WRITER = "0".repeat(44);
const CLASSIC = `{"type":"contract","name":"N","version":"1","nonce":"s","writer":"${WRITER}"}`;
const METHOD = `{"t":"contract","m":"0.2.0","n":"N","v":"1","s":"s","w":"${WRITER}","p":[],"e":[]}`;
const idOf = (text: string): string => codeIdOf(parseCode(text));

describe("The content of a cell of code (PROTOCOL 2.7, 6.2, 6.4, 14.7)", () => {
  for (const [format, text] of [
    ["classic", CLASSIC],
    ["method", METHOD],
  ] as const) {
    it(`is the code of the ${format} format whose id the cell has, with or without padding zeros`, () => {
      for (const id of [idOf(text), idOf(text).padEnd(64, "0")]) {
        const code = readStoredCode({ kind: "contract", id, value: text });
        expect(code).to.include({ kind: "contract", id: idOf(text), text, broken: null });
        expect(isReadable(code) && code.method.name).to.equal("N");
      }
    });
  }

  const cell = (value: Value): Parameters<typeof readStoredCode>[0] => ({
    kind: "contract",
    id: "ab".repeat(32),
    value,
  });
  for (const [value, broken] of [
    ["", "it is not JSON"],
    ["[".repeat(600), "it is not JSON"],
    ["null", "it is not a map"],
    ["[]", "it is not a map"],
    [5n, "it is not text"],
    [new Map([["t", "contract"]]), "it is not text"],
    [`{"t":"contract","type":5}`, "its type is neither contract nor request"],
    [`{"t":"contract","n":["N"]}`, "its n is not text"],
    [METHOD, "it names itself as another code than it is stored as"],
  ] as const) {
    const text = typeof value === "string" ? value : "what is not text";
    it(`is not a code when it is ${text === "" ? "empty" : text.slice(0, 40)}, and has a reason`, () => {
      const code = readStoredCode(cell(value));
      expect(code).to.include({ kind: "contract", id: "ab".repeat(32), method: null, broken });
      expect(isReadable(code)).to.equal(false);
    });
  }

  it("is not a code in the cell of the other kind", () => {
    expect(readStoredCode({ kind: "request", id: idOf(METHOD), value: METHOD }).method).to.equal(null);
  });

  it("can be addressed but not called when a parameter definition is malformed", () => {
    const text = METHOD.replace('"p":[]', '"p":{"a":5}');
    const code = readStoredCode({ kind: "contract", id: idOf(text), value: text });
    expect(isReadable(code)).to.equal(true);
    expect(code.broken).to.equal("the definition of a parameter is not valid");
  });

  it("has a record, or else is shown as its text", () => {
    expect(codeRecord({ text: "[1]" })).to.deep.equal([1n]);
    expect(codeRecord({ text: "{" })).to.equal("{");
  });
});
