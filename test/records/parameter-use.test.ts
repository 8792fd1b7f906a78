import { expect } from "chai";
import { parseCode } from "../../src/records/code.js";
import { createNetwork, PUBLIC_NETWORK } from "../../src/records/network.js";
import { PRESET_NAMES, presetCodes } from "../../src/system/presets.js";
import { addressParameters, amountParameters } from "../../src/records/parameter-use.js";

const network = createNetwork(PUBLIC_NETWORK);

/** The address parameters of a code with one execution and one parameter, `who`. */
function uses(execution: unknown, definition: object = {}): readonly string[] {
  const who = { name: "who", type: "string", maxlength: 44, requirements: true, ...definition };
  const record = { t: "contract", m: "0.2.0", n: "A", v: "1", s: "s", w: "w", p: { who }, e: [execution] };
  return addressParameters(parseCode(JSON.stringify(record)));
}

describe("How a code uses its parameters", () => {
  const load = { $load_param: ["who"] };

  it("finds the addresses and amounts of the preset codes", () => {
    const found = PRESET_NAMES.flatMap((preset) => presetCodes(preset, network).map(parseCode)).map(
      (method) => [`${method.name} ${method.version}`, addressParameters(method), amountParameters(method)],
    );
    const distinct = new Map(found.map((each) => [each[0], each]));
    expect([...distinct.values()]).to.have.deep.members([
      ["GetBalance 1", ["address"], []],
      ["Refine 2", [], ["amount"]],
      ["Send 3", ["to"], ["amount"]],
      ["HotFix 2", [], []],
      ["Publish 1", [], []],
      ["Send 5", ["to"], ["amount"]],
      ["Refine 4", [], ["amount"]],
      ["Fee 2", [], []],
      ["Faucet 2", [], []],
    ]);
  });

  it("finds an address in a parameter that is the key of a cell, wherever the cell is read or written", () => {
    for (const call of ["$read_universal", "$read_local", "$write_universal", "$write_local"]) {
      expect(uses({ [call]: ["stock", load, "0"] }), call).to.deep.equal(["who"]);
      expect(
        uses({ $condition: [{ $eq: ["0", { [call]: ["stock", load, "0"] }] }, "No. "] }),
        call,
      ).to.deep.equal(["who"]);
    }
  });

  it("finds an address in a parameter that is compared with the signer", () => {
    const from = { $load_param: ["from"] };
    for (const operator of ["$eq", "$ne"])
      for (const operands of [
        [load, from],
        [from, load],
      ])
        expect(uses({ $condition: [{ [operator]: operands }, "No. "] }), operator).to.deep.equal(["who"]);
    expect(uses({ $condition: [{ $eq: [load, "0"] }, "No. "] })).to.deep.equal([]);
    expect(uses({ $condition: [{ $concat: [load, from] }, "No. "] })).to.deep.equal([]);
  });

  it("finds an address in a parameter that is hashed, or must look like one", () => {
    const pattern = "/^[0-9a-f]{44}$/D";
    for (const call of [
      { $hash: [load] },
      { $hash: [[load, "deal"]] },
      { $id_hash: [load] },
      { $reg_match: [pattern, load] },
    ])
      expect(uses({ $read_universal: ["stock", call] }), JSON.stringify(call)).to.deep.equal(["who"]);
    for (const call of [{ $hash: [{ $concat: [load, "x"] }] }, { $reg_match: ["/^[a-z]{44}$/D", load] }])
      expect(uses({ $read_universal: ["stock", call] }), JSON.stringify(call)).to.deep.equal([]);
  });

  it("finds no address in a value, a part of a key, or a parameter of another length or type", () => {
    expect(uses({ $write_universal: ["stock", "00", load] })).to.deep.equal([]);
    expect(uses({ $write_universal: [load, "00", "1"] })).to.deep.equal([]);
    expect(uses({ $write_universal: ["stock", { $concat: [load, "00"] }, "1"] })).to.deep.equal([]);
    expect(uses({ $write_universal: ["stock", { $load_param: ["who", "0"] }, "1"] })).to.deep.equal([]);
    const write = { $write_universal: ["stock", load, "1"] };
    for (const definition of [{ maxlength: 64 }, { type: "int" }, { requirements: false }])
      expect(uses(write, definition), JSON.stringify(definition)).to.deep.equal([]);
  });

  it("accepts deeply nested and malformed records", () => {
    let deep: unknown = load;
    for (let level = 0; level < 200; level += 1) deep = { $add: [deep] };
    expect(uses({ $write_universal: ["stock", deep, "1"] })).to.deep.equal([]);
    for (const broken of [
      { $read_universal: "who" },
      { $read_local: [] },
      { $load_param: 5 },
      "text",
      null,
      [],
    ])
      expect(uses(broken)).to.deep.equal([]);
    const record = {
      t: "contract",
      n: "A",
      v: "1",
      s: "s",
      w: "w",
      p: { who: 5 },
      e: [{ $read_local: ["a", load] }],
    };
    expect(addressParameters(parseCode(JSON.stringify(record)))).to.deep.equal([]);
  });
});
