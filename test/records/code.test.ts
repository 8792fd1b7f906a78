import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { hashOf, spaceIdOf } from "../../src/codec/hash.js";
import { cidOf, codeIdOf, parseCode, type Method } from "../../src/records/code.js";
import { mapIn, readVector, textIn } from "../support/vectors.js";

const MAINNET = mapIn(readVector("mainnet.json"));
const ROOT_SPACE = textIn(MAINNET.get("root_space"));
const WRITER = "0".repeat(44);

function classic(members: string): Method {
  return parseCode(`{"type":"contract","name":"N","version":"1","nonce":"s","writer":"${WRITER}"${members}}`);
}

describe("Code ids (PROTOCOL 6.2, 6.5; mainnet.json)", () => {
  for (const [name, id] of mapIn(MAINNET.get("classic_code_ids"))) {
    it(`match the cell in which the public network keeps ${name}`, () => {
      const method = parseCode(
        `{"type":"contract","name":"${name}","version":"1","nonce":"${ROOT_SPACE}","writer":"${WRITER}"}`,
      );
      expect(codeIdOf(method)).to.equal(id);
    });
  }

  it("of the method format are the hash of writer, space and name", () => {
    const method = parseCode(
      `{"t":"contract","m":"0.2.0","n":"N","v":"1","s":"s","w":"${WRITER}","p":{},"e":[]}`,
    );
    expect(codeIdOf(method)).to.equal(hashOf([WRITER, "s", "N"]));
    expect(cidOf(method)).to.equal(spaceIdOf(WRITER, "s"));
  });
});

describe("Code texts (PROTOCOL 6.1, 6.3)", () => {
  it("of a classic contract mean the method of its conditions and updates", () => {
    const { executions, format, kind } = classic(
      `,"conditions":[[true,"no"]],"updates":[{"$write_local":["a","00",1]}]`,
    );
    expect([format, kind]).to.deep.equal(["classic", "contract"]);
    expect(canonicalJson(executions)).to.equal(`[{"$condition":[true,"no"]},{"$write_local":["a","00",1]}]`);
  });

  it("of a classic request mean the method of its conditions and its response", () => {
    const { executions } = parseCode(
      `{"type":"request","name":"N","version":"1","nonce":"s","writer":"${WRITER}","response":{"a":1}}`,
    );
    expect(canonicalJson(executions)).to.equal(`[{"$response":[{"a":1}]}]`);
  });

  it("of both formats read as the same method", () => {
    const method = parseCode(
      `{"t":"contract","m":"0.2.0","n":"N","v":"1","s":"s","w":"${WRITER}","p":[],"e":[{"$condition":[true,"no"]}]}`,
    );
    const { format: _, ...members } = classic(`,"conditions":[[true,"no"]],"updates":[]`);
    expect({ ...method, format: "classic" }).to.deep.equal({ ...members, format: "classic" });
  });

  it("with missing or wrong bodies and malformed parameters are read, and fail when called (PROTOCOL 5.8)", () => {
    expect(classic(`,"conditions":5,"updates":"x"`).executions).to.deep.equal([]);
    expect(classic(`,"parameters":{"a":{"type":1}}`).parameters).to.equal(null);
  });

  for (const text of [
    "",
    "[]",
    "5",
    `"text"`,
    "{",
    `{"type":"other"}`,
    `{"type":"contract"}`,
    `{"t":"request","n":5}`,
  ]) {
    it(`are refused with a sentence: ${text === "" ? "the empty text" : text}`, () => {
      expect(() => parseCode(text))
        .to.throw(ChainError, "The code cannot be read")
        .with.property("code", "CODE_BROKEN");
    });
  }
});
