import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { memberOf, type Value } from "../../src/codec/value.js";
import { parseCode } from "../../src/records/code.js";
import { createNetwork, PUBLIC_NETWORK } from "../../src/records/network.js";
import { signTransaction } from "../../src/records/transaction.js";
import { contractToText } from "../../src/system/classic-code.js";
import { RECORDED_SEND_3, SEND_3, RECORDED_SEND_5, SEND_5 } from "../../src/system/codes.js";
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

describe("Preset codes (PROTOCOL 6.14, 6.15, 6.16, 6.17, 6.18)", () => {
  const recorded = (): readonly Value[] => {
    const local = mapIn(mapIn(readVector("chain/final_state.json")).get("local"));
    return [...local.values()].filter((value) => typeof value === "string" && value.startsWith("{"));
  };

  it("are byte for byte the recorded texts in the classic preset, except Send (chain/final_state.json)", () => {
    const send = contractToText(SEND_3, network.rootSpace);
    const others = presetCodes("classic", network).filter((text) => text !== send);
    expect(others).to.have.length(3);
    expect([...others, contractToText(RECORDED_SEND_3, network.rootSpace)]).to.have.members(recorded());
  });

  for (const [name, recordedSend, send] of [
    ["Send 3", RECORDED_SEND_3, SEND_3],
    ["Send 5", RECORDED_SEND_5, SEND_5],
  ] as const) {
    it(`add two conditions to the recorded ${name}: another recipient, with a full address`, () => {
      const { conditions, ...rest } = send;
      const { conditions: recordedConditions, ...recordedRest } = recordedSend;
      expect(rest).to.deep.equal(recordedRest);
      expect(canonicalJson(conditions.slice(-2))).to.equal(
        '[[{"$ne":[{"$load_param":["from"]},{"$load_param":["to"]}]},"You can\'t send to yourself. "],' +
          '[{"$eq":[{"$strlen":[{"$load_param":["to"]}]},44]},"The recipient\'s address must have 44 characters. "]]',
      );
      const own = recordedConditions.filter(([, message]) => message !== "You can't send to yourself. ");
      expect(conditions.slice(0, -2)).to.deep.equal(own);
    });
  }

  it("contain the codes of the recorded network, the present public network, and development chains", () => {
    const classic = ["GetBalance 1", "Refine 2", "Send 3", "HotFix 2"];
    expect(namesOf(presetCodes("classic", network))).to.have.members(classic);
    expect(namesOf(presetCodes("dev", network))).to.have.members([...classic, "Faucet 2", "Publish 1"]);
    const current = ["GetBalance 1", "Publish 1", "Send 5", "Refine 4", "Fee 2"];
    expect(namesOf(presetCodes("public", network))).to.have.members(current);
  });

  it("pass Register one after another and are stored under their code ids", () => {
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

  it("belong to the network's own root space", () => {
    const other = createNetwork({ ...PUBLIC_NETWORK, system_nonce: "Another nonce" });
    for (const preset of PRESET_NAMES) {
      const spaces = presetCodes(preset, other).map((text) => memberOf(parseJson(text), "nonce"));
      expect(new Set(spaces)).to.deep.equal(new Set([other.rootSpace]));
    }
  });
});
