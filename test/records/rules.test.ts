import { expect } from "chai";
import { parseJson } from "../../src/codec/parse-json.js";
import { hashOf, timeHash } from "../../src/codec/hash.js";
import { publicKeyToAddress } from "../../src/codec/address.js";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { difficultyAt, difficultyGap } from "../../src/records/difficulty.js";
import { hashMainBlock, readMainBlock } from "../../src/records/main-block.js";
import {
  createNetwork,
  definitionText,
  DEFAULT_CONSTANTS,
  PUBLIC_NETWORK,
  type NetworkDefinition,
} from "../../src/records/network.js";
import { RULE_SETS } from "../../src/records/rules.js";
import { listIn, readVector } from "../support/vectors.js";

const { 1: one, 2: two } = RULE_SETS;

const DEFINITION: NetworkDefinition = {
  ...PUBLIC_NETWORK,
  rules: 2,
  peers: ["one.example:9900"],
  constants: { ...DEFAULT_CONSTANTS, work_limit: 1000 },
};

describe("The table of rules", () => {
  it("is that of rules 1 for a definition without rules, as for every recorded network", () => {
    expect(createNetwork(PUBLIC_NETWORK).ruleSet).to.equal(one);
    expect(createNetwork(DEFINITION).ruleSet).to.equal(two);
  });

  it("makes the network key commit to the whole definition but the peers (PROTOCOL 16.5)", () => {
    const text =
      '{"network_name":"SASEUL PUBLIC NETWORK","system_nonce":"Fiat lux. ",' +
      '"genesis_address":"c63e540b26715f490d763338f1b3f1f60990935f0837","manager_addresses":[],' +
      '"constants":{"main_chain_interval":1000000,"resource_interval":60000000,"resource_confirm_count":10,' +
      '"confirm_interval":600000000,"validator_count":9,"difficulty_change_cycle":1440,' +
      '"default_difficulty":"100000","standard_amount":"2000000000000000000000",' +
      '"credit_amount":"60000000000000000000000000","work_limit":1000}}';
    expect(definitionText(DEFINITION)).to.equal(text);
    const { networkKey, networkAddress } = createNetwork(DEFINITION);
    expect(networkKey).to.equal(hashOf(text));
    expect(networkAddress).to.equal(publicKeyToAddress(networkKey));
    expect(createNetwork({ ...DEFINITION, peers: [] }).networkKey).to.equal(networkKey);
    const others: Partial<NetworkDefinition>[] = [
      { network_name: "x" },
      { system_nonce: "x" },
      { genesis_address: "x" },
      { manager_addresses: ["x"] },
      { constants: { ...DEFINITION.constants, work_limit: 1001 } },
      { constants: { ...DEFINITION.constants, validator_count: 8 } },
    ];
    for (const other of others)
      expect(createNetwork({ ...DEFINITION, ...other }).networkKey).not.to.equal(networkKey);
    expect(createNetwork(PUBLIC_NETWORK).networkKey).to.equal(hashOf("SASEUL PUBLIC NETWORK"));
  });

  it("adds the resource block to a header where the block names one (PROTOCOL 8.6, 16.2)", () => {
    const [record] = listIn(readVector("chain/main.json"));
    const block = readMainBlock(record);
    const named = { ...block, resource_blockhash: "" };
    expect(hashMainBlock(block).blockhash).to.equal(block.blockhash);
    expect(hashMainBlock(named).blockhash).not.to.equal(block.blockhash);
    const value = parseJson(
      canonicalJson(record ?? null).replace('"previous_', '"resource_blockhash":"","previous_'),
    );
    expect(hashMainBlock(readMainBlock(value)).blockhash).to.equal(hashMainBlock(named).blockhash);
  });

  it("lets chunks of 0.4 of the slots set the round time, and fewer not (PROTOCOL 16.1)", () => {
    const least = (slots: number): number =>
      Array.from({ length: slots }, (_, index) => index + 1).find((votes) =>
        two.setsRoundTime(votes, slots),
      ) ?? 0;
    expect([1, 4, 5, 9].map(least)).to.deep.equal([1, 2, 2, 4]);
    expect([0, 1, 9].map((votes) => one.setsRoundTime(votes, 9))).to.deep.equal([false, true, true]);
  });

  it("gives each listing the same share, rounded down (PROTOCOL 16.3)", () => {
    const shares = two.shareReward({ total: 100n, miners: ["a", "b", "a"], beneficiaries: ["c"] });
    expect([...shares]).to.deep.equal([
      ["a", 66n],
      ["b", 33n],
    ]);
  });

  it("measures the first change of the difficulty from block 1 (PROTOCOL 10.6, 16.3)", () => {
    const constants = { ...DEFAULT_CONSTANTS, difficulty_change_cycle: 10, resource_interval: 60 };
    const gap = difficultyGap(11, constants, two);
    expect(gap).to.deep.equal({ from: 1, to: 10 });
    expect(difficultyGap(21, constants, two)).to.deep.equal({ from: 10, to: 20 });
    const at = (gapUs: number): string =>
      difficultyAt(11, { parentDifficulty: "1000", gap, gapUs }, constants);
    expect([at(9 * 60), at(9 * 30)]).to.deep.equal(["1000", "2000"]);
  });

  it("compares all resource branches by work, and rules 1 long ones alone (PROTOCOL 15.10, 16.4)", () => {
    expect([one.comparedByWorkFrom(10), two.comparedByWorkFrom(10)]).to.deep.equal([11, 1]);
  });

  it("gives a cell one name (PROTOCOL 2.7, 16.8)", () => {
    expect([one.cellName("ab"), two.cellName("ab")]).to.deep.equal(["ab", `ab${"0".repeat(126)}`]);
  });

  it("bounds a block by the definition's work limit (PROTOCOL 15.8, 16.9)", () => {
    expect(createNetwork(DEFINITION).workLimits).to.deep.equal({
      admission: 875,
      proposal: 1000,
      block: 1000,
    });
    expect(one.workLimits().block).to.equal(16 * one.workLimits().proposal);
  });

  it("counts by the table of costs that the definition names, and by the first without it (PROTOCOL 16.9)", () => {
    const named = { ...DEFINITION, constants: { ...DEFINITION.constants, cost_table: 2 as const } };
    expect(createNetwork(named).ruleSet).to.deep.equal({ ...two, costTable: 2 });
    expect(createNetwork(DEFINITION).ruleSet).to.equal(two);
    expect([one.costTable, two.costTable]).to.deep.equal([1, 1]);
    expect(definitionText(named)).to.equal(
      definitionText(DEFINITION).replace('"work_limit":1000', '"work_limit":1000,"cost_table":2'),
    );
    expect(createNetwork(named).networkKey).not.to.equal(createNetwork(DEFINITION).networkKey);
  });
});

describe("The date of a hypothesis (PROTOCOL 9.8, 16.1)", () => {
  const DATE_US = 1_800_000_000_000_000;
  const blockhash = timeHash("block", DATE_US);

  it("is that of the block that it names, by rules 2: a relay cannot date it again", () => {
    expect(RULE_SETS[2].isHypothesisDated(blockhash, DATE_US)).to.equal(true);
    expect(RULE_SETS[2].isHypothesisDated(blockhash, DATE_US + 1)).to.equal(false);
  });

  it("is not bound by rules 1, whose hypotheses name no block", () => {
    expect(RULE_SETS[1].isHypothesisDated(blockhash, DATE_US + 1)).to.equal(true);
  });
});
