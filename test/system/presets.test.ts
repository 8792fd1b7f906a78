import { expect } from "chai";
import { parseJson } from "../../src/codec/parse-json.js";
import { memberOf, type Value } from "../../src/codec/value.js";
import { parseCode } from "../../src/records/code.js";
import { createNetwork, PUBLIC_NETWORK } from "../../src/records/network.js";
import { signTransaction } from "../../src/records/transaction.js";
import { PRESET_NAMES, presetCodes } from "../../src/system/presets.js";
import { testKey } from "../support/keys.js";
import { TestState } from "../support/machine-run.js";
import { mapIn, readVector, textIn } from "../support/vectors.js";

const network = createNetwork(PUBLIC_NETWORK);

function namesOf(codes: readonly string[]): readonly string[] {
  return codes.map((text) => {
    const code = parseJson(text);
    return `${textIn(memberOf(code, "name"))} ${textIn(memberOf(code, "version"))}`;
  });
}

describe("preset codes (PROTOCOL 6)", () => {
  it("are the recorded texts byte for byte, where they are classic (chain/final_state.json)", () => {
    const local = mapIn(mapIn(readVector("chain/final_state.json")).get("local"));
    const recorded = [...local.values()].filter(
      (value) => typeof value === "string" && value.startsWith("{"),
    );
    expect(recorded).to.have.length(4);
    expect(presetCodes("classic", network)).to.have.members(recorded);
  });

  it("are the sets that PROTOCOL and the development node name", () => {
    const classic = ["GetBalance 1", "Refine 2", "Send 3", "HotFix 2"];
    expect(namesOf(presetCodes("classic", network))).to.have.members(classic);
    expect(namesOf(presetCodes("dev", network))).to.have.members([...classic, "Faucet 2", "Publish 1"]);
    const current = ["GetBalance 1", "Publish 1", "Send 5", "Refine 4", "Fee 2"];
    expect(namesOf(presetCodes("public", network))).to.have.members(current);
  });

  it("pass Register one after another, which stores them for their names", () => {
    const manager = testKey("manager");
    for (const preset of PRESET_NAMES) {
      const state = new TestState(network);
      state.write("local", network.prefixes.network_manager + manager.address, true);
      for (const code of presetCodes(preset, network)) {
        const transaction = new Map<string, Value>([
          ["type", "Register"],
          ["timestamp", 1n],
          ["code", code],
        ]);
        const execution = state.apply(signTransaction(transaction, manager.privateKey));
        expect(execution, code).to.have.property("ok", true);
        const method = parseCode(code);
        if (method.kind === "contract") expect(state.method(method.name)).to.deep.equal(method);
      }
    }
  });

  it("are written for the network's own root space", () => {
    const other = createNetwork({ ...PUBLIC_NETWORK, system_nonce: "Another nonce" });
    for (const preset of PRESET_NAMES) {
      const spaces = presetCodes(preset, other).map((text) => memberOf(parseJson(text), "nonce"));
      expect(new Set(spaces)).to.deep.equal(new Set([other.rootSpace]));
    }
  });
});
