import { expect } from "chai";
import { Ajv2020 } from "ajv/dist/2020.js";
import { codeSchema } from "../../src/records/code-schema.js";
import { PRESET_NAMES, presetCodes } from "../../src/system/presets.js";

describe("The JSON Schema of codes (PROTOCOL 6.1, 6.3)", () => {
  const validate = new Ajv2020({ strict: false }).compile(codeSchema());
  const isValid = (json: string): boolean => validate(JSON.parse(json));

  for (const name of PRESET_NAMES)
    it(`accepts the codes of the preset ${name}`, () => {
      for (const text of presetCodes(name, { rootSpace: "ab".repeat(32) }))
        expect(isValid(text), JSON.stringify(validate.errors)).to.equal(true);
    });

  const method = `{"t":"contract","m":"0.2.0","n":"N","v":"1","s":null,"w":null,"p":{"a":{"name":"a","maxlength":9}},"e":[]}`;
  it("accepts a code without space and writer, and a list of codes", () => {
    expect(isValid(method)).to.equal(true);
    expect(isValid(`[${method},${method}]`)).to.equal(true);
  });

  for (const [from, to] of [
    ['"maxlength"', '"maxlen"'],
    ['"0.2.0"', '"0.1.0"'],
    ['"contract"', '"thing"'],
    ['"N"', '"N!"'],
    ['"e":[]', '"e":5'],
    ['"e":[]', '"e":[],"f":1'],
  ] as const)
    it(`refuses ${to}`, () => {
      expect(isValid(method.replace(from, to))).to.equal(false);
    });
});
