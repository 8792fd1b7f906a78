import { expect } from "chai";
import { parse } from "smol-toml";
import { networkToToml } from "../../src/data/directory/network-file.js";
import { networkIdentity } from "../../src/data/directory/open-store.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { valueToText } from "../../src/codec/text.js";
import { nearestName } from "../../src/base/text/nearest-name.js";
import { readNetworkDefinition } from "../../src/records/network-reader.js";
import { createNetwork, DEFAULT_CONSTANTS, PUBLIC_NETWORK } from "../../src/records/network.js";
import { mapIn, readVector, textIn } from "../support/vectors.js";

const GENESIS = "4450615052f4fd1ed99ac58f2fcf8fc8d2de640a703f";
const SMALLEST = { network_name: "N", system_nonce: "S", genesis_address: GENESIS };

describe("network definition (PROTOCOL 4.1, 4.2, 4.4, 4.5)", () => {
  it("derives the root space and the state prefixes of mainnet.json", () => {
    const mainnet = mapIn(readVector("mainnet.json"));
    const network = createNetwork(PUBLIC_NETWORK);
    expect(network.rootSpace).to.equal(mainnet.get("root_space"));
    const prefixes = mapIn(mainnet.get("state_prefixes"));
    expect(prefixes.size).to.be.greaterThan(0);
    for (const [attribute, prefix] of prefixes) expect(network.prefixes).to.have.property(attribute, prefix);
  });

  it("derives the root cid and network address of chain/network.json, and the keys of its single cells", () => {
    const recorded = mapIn(readVector("chain/network.json"));
    const network = createNetwork({ ...PUBLIC_NETWORK, network_name: textIn(recorded.get("network_name")) });
    expect(network.rootCid).to.equal(recorded.get("root_cid"));
    expect(network.networkAddress).to.equal(recorded.get("network_address"));
    const local = mapIn(mapIn(readVector("chain/final_state.json")).get("local"));
    for (const cell of ["genesis", "transaction_count", "fixed_height", "recycle_resource"] as const)
      expect([...local.keys()]).to.include(network.keys[cell]);
  });

  it("gives missing constants the public network's values, which match the recording", () => {
    const { constants } = readNetworkDefinition(SMALLEST);
    expect(constants).to.deep.equal(DEFAULT_CONSTANTS);
    const recorded = mapIn(mapIn(readVector("chain/network.json")).get("constants"));
    for (const [name, value] of recorded)
      expect(constants[name.toLowerCase() as keyof typeof DEFAULT_CONSTANTS].toString()).to.equal(
        valueToText(value),
      );
  });

  it("reads amounts as text or integer, counts as number or bigint", () => {
    const { constants, manager_addresses, peers } = readNetworkDefinition({
      ...SMALLEST,
      manager_addresses: [GENESIS],
      peers: ["node1.example.org:9900"],
      constants: { main_chain_interval: 250_000n, credit_amount: "0", default_difficulty: 7 },
    });
    expect(constants.main_chain_interval).to.equal(250_000);
    expect(constants.credit_amount).to.equal(0n);
    expect(constants.default_difficulty).to.equal(7n);
    expect(manager_addresses).to.deep.equal([GENESIS]);
    expect(peers).to.deep.equal(["node1.example.org:9900"]);
  });

  it("keeps the identity that databases hold of a network of rules 1, also when its file says so (PROTOCOL 16)", () => {
    expect(networkIdentity(PUBLIC_NETWORK)).to.equal(
      "fe6301ce9e2338243ac769941fdd76d8f4efe2cd316e314a389ee52186c0c5cb",
    );
    const said = readNetworkDefinition({ ...SMALLEST, rules: 1n });
    expect(said).to.deep.equal(readNetworkDefinition(SMALLEST));
    expect(said).not.to.have.property("rules");
  });

  it("reads a checkpoint, which is not part of the network's identity (PROTOCOL 15.10)", () => {
    const checkpoint = { height: 1440n, blockhash: "0".repeat(78) };
    const definition = readNetworkDefinition({ ...SMALLEST, checkpoint });
    expect(definition.checkpoint).to.deep.equal({ ...checkpoint, height: 1440 });
    expect(readNetworkDefinition(parse(networkToToml(definition)))).to.deep.equal(definition);
    expect(networkIdentity(definition)).to.equal(networkIdentity(readNetworkDefinition(SMALLEST)));
  });

  const refusals: [string, unknown, string][] = [
    [
      "a checkpoint of height 0",
      { ...SMALLEST, checkpoint: { height: 0, blockhash: "0".repeat(78) } },
      "checkpoint.height must be an integer from 1",
    ],
    [
      "a checkpoint with half a blockhash",
      { ...SMALLEST, checkpoint: { height: 1, blockhash: "00" } },
      "checkpoint.blockhash must be the blockhash of a resource block",
    ],
    ["a list in place of a table", [], "definition must be a table of keys and values"],
    ["a missing name", { ...SMALLEST, network_name: undefined }, "network_name is missing"],
    ["an empty nonce", { ...SMALLEST, system_nonce: "" }, "system_nonce must be text that is not empty"],
    [
      "a broken checksum",
      { ...SMALLEST, genesis_address: GENESIS.replace("3f", "3e") },
      "genesis_address must be",
    ],
    ["a malformed manager", { ...SMALLEST, manager_addresses: ["x"] }, "manager_addresses[0] must be an"],
    ["peers that are not a list", { ...SMALLEST, peers: "a:1" }, "peers must be a list of texts"],
    ["a peer that is not text", { ...SMALLEST, peers: [5] }, "peers[0] must be text"],
    ["rules that are not known", { ...SMALLEST, rules: 3 }, "rules must be"],
    ["a table of costs in rules 1", { ...SMALLEST, constants: { cost_table: 2 } }, "constants.cost_table"],
    [
      "the first table of costs by name",
      { ...SMALLEST, rules: 2, constants: { cost_table: 1 } },
      "constants.cost_table",
    ],
    ["a work limit in rules 1", { ...SMALLEST, constants: { work_limit: 5 } }, "constants.work_limit"],
    ["an interval of 0", { ...SMALLEST, constants: { resource_interval: 0 } }, "must be an integer from 1"],
    [
      "a fraction",
      { ...SMALLEST, constants: { validator_count: 1.5 } },
      "validator_count must be an integer",
    ],
    [
      "a difficulty of 0",
      { ...SMALLEST, constants: { default_difficulty: "0" } },
      "whole decimal text from 1",
    ],
    ["a negative amount", { ...SMALLEST, constants: { credit_amount: "-1" } }, "whole decimal text from 0"],
    ["constants that are not a table", { ...SMALLEST, constants: 5 }, "constants must be a table"],
  ];
  for (const [what, input, message] of refusals) {
    it(`refuses ${what}`, () => {
      expect(() => readNetworkDefinition(input))
        .to.throw(ChainError)
        .that.includes({ code: "NETWORK_DEFINITION", kind: "local" })
        .with.property("message")
        .that.includes(message);
    });
  }

  it("suggests the right key for a mistyped one", () => {
    expect(() => readNetworkDefinition({ ...SMALLEST, constants: { resource_intervall: 5 } }))
      .to.throw(ChainError)
      .with.property(
        "advice",
        "Did you mean resource_interval? Correct the definition. Its keys are explained by: chainnode help network",
      );
    expect(() => readNetworkDefinition({ ...SMALLEST, color: 5 }))
      .to.throw(ChainError)
      .with.property("advice")
      .that.includes("chainnode help network");
  });
});

describe("nearestName", () => {
  it("finds a name with up to one typing error in three characters", () => {
    expect(nearestName("hieght", ["hash", "height"])).to.equal("height");
    expect(nearestName("x", ["hash", "height"])).to.equal(undefined);
    expect(nearestName("", ["hash"])).to.equal(undefined);
  });
});
