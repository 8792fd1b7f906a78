import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import { createNetwork, PUBLIC_NETWORK } from "../../src/records/network.js";
import { CONTRACTS } from "../../src/records/operations/system-contracts.js";
import { signTransaction } from "../../src/records/transaction.js";
import { createSystemContracts } from "../../src/system/contracts.js";
import type { Execution } from "../../src/vm/machine.js";
import { testKey } from "../support/keys.js";
import { TestState } from "../support/machine-run.js";

const genesis = testKey("genesis");
const manager = testKey("manager");
const stranger = testKey("stranger");
const network = createNetwork({
  ...PUBLIC_NETWORK,
  genesis_address: genesis.address,
  manager_addresses: [manager.address],
});

type Members = Readonly<Record<string, Value>>;

function submit(state: TestState, sender: typeof genesis, type: string, members: Members = {}): Execution {
  const transaction = new Map<string, Value>([
    ["type", type],
    ["timestamp", 1_700_000_000_000_000n],
    ...Object.entries(members),
  ]);
  return state.apply(signTransaction(transaction, sender.privateKey));
}

function messageOf(execution: Execution): string | null {
  return execution.ok ? null : execution.message;
}

/** A state with the genesis address as the only manager. */
function initiated(): TestState {
  const state = new TestState(network);
  const execution = submit(state, genesis, "Genesis", { network_address: network.networkAddress });
  expect(messageOf(execution)).to.equal(null);
  return state;
}

describe("System contracts", () => {
  it("are five, all in the root space", () => {
    const contracts = createSystemContracts(network);
    expect([...contracts.keys()]).to.have.members(["Genesis", "Register", "Revoke", "Grant", "Oracle"]);
    for (const { space, writer } of contracts.values()) {
      expect(space).to.equal(network.rootSpace);
      expect(writer).to.equal("0".repeat(44));
    }
  });
});

describe("Genesis (PROTOCOL 6.9)", () => {
  it("writes the genesis cell, then makes its sender a manager", () => {
    const state = new TestState(network);
    const execution = submit(state, genesis, "Genesis", { network_address: network.networkAddress });
    expect(execution).to.deep.include({ ok: true, result: null });
    const keys = [network.keys.genesis, network.prefixes.network_manager + genesis.address];
    expect(execution.ok && execution.writes.map(({ kind, key, value }) => [kind, key, value])).to.deep.equal(
      keys.map((key) => ["local", key, true]),
    );
  });

  it("checks the network first, then the sender, then for an earlier Genesis", () => {
    const run = (sender: typeof genesis, network_address: string, state = new TestState(network)) =>
      messageOf(submit(state, sender, "Genesis", { network_address }));
    expect(run(stranger, stranger.address)).to.equal("Invalid network address. ");
    expect(run(stranger, network.networkAddress)).to.equal("You are not genesis address. ");
    expect(run(genesis, network.networkAddress, initiated())).to.equal("There was already a Genesis. ");
    expect(run(genesis, "")).to.equal("Invalid network address. ");
    expect(run(genesis, "x".repeat(45))).to.contain("must be less than 44 characters");
  });

  it("requires the network address", () => {
    const execution = submit(new TestState(network), genesis, "Genesis");
    expect(messageOf(execution)).to.equal("The data must contain the 'network_address' parameter. ");
  });
});

describe("Grant and Revoke (PROTOCOL 6.10, 6.11, 14.6)", () => {
  it("make a named address a manager once, revoke it, and grant it again", () => {
    const state = initiated();
    expect(messageOf(submit(state, manager, "Revoke"))).to.equal("You are not network manager. ");
    expect(messageOf(submit(state, manager, "Grant"))).to.equal(null);
    expect(messageOf(submit(state, manager, "Grant"))).to.equal(
      "You can't grant permissions to the same address more than once. ",
    );
    expect(messageOf(submit(state, manager, "Revoke"))).to.equal(null);
    expect(messageOf(submit(state, manager, "Revoke"))).to.equal("You are not network manager. ");
    expect(messageOf(submit(state, manager, "Grant"))).to.equal(null);
  });

  it("refuse an address that is not named, and every address when the network names none", () => {
    const unnamed = "This address is not included in the network addresses and can't be hardforked. ";
    expect(messageOf(submit(initiated(), stranger, "Grant"))).to.equal(unnamed);
    const unmanaged = createNetwork({ ...network, manager_addresses: [] });
    expect(messageOf(submit(new TestState(unmanaged), manager, "Grant"))).to.equal(unnamed);
  });
});

describe("Oracle (PROTOCOL 6.12)", () => {
  it("writes nothing and requires a manager", () => {
    const state = initiated();
    expect(submit(state, genesis, "Oracle", { code: "x" })).to.deep.include({ ok: true, writes: [] });
    expect(messageOf(submit(state, stranger, "Oracle", { code: "x" }))).to.equal(
      "You are not network manager. ",
    );
  });

  it("may be in a block without a code, but requires one when it is submitted", () => {
    expect(messageOf(submit(initiated(), genesis, "Oracle"))).to.equal(null);
    expect(CONTRACTS.ORACLE.parameters.map(({ name, requirements }) => [name, requirements])).to.deep.equal([
      ["code", true],
    ]);
  });
});

describe("Register (PROTOCOL 6.2, 6.4, 6.13)", () => {
  const code: Members = {
    type: "contract",
    name: "Note",
    version: "1",
    nonce: "space",
    writer: "0".repeat(44),
    parameters: [],
    conditions: [],
    updates: [],
  };
  const textOf = (changes: Members = {}): string => canonicalJson(objectToValue({ ...code, ...changes }));
  const register = (changes: Members = {}, state = initiated()): string | null =>
    messageOf(submit(state, genesis, "Register", { code: textOf(changes) }));

  it("stores the submitted text under its kind", () => {
    for (const kind of ["contract", "request"] as const) {
      const state = initiated();
      const text = ` ${textOf({ type: kind })} `;
      const execution = submit(state, genesis, "Register", { code: text });
      if (!execution.ok) throw new Error(execution.message);
      const [write, ...others] = execution.writes;
      expect(others).to.deep.equal([]);
      expect(write).to.include({ kind: "local", value: text });
      expect(write?.key).to.match(new RegExp(`^${network.prefixes[kind]}[0-9a-f]{44}$`));
    }
  });

  const refusals: [string, Members, string][] = [
    ["another writer", { writer: genesis.address }, "Writer must be zero address "],
    ["a type that is not text", { type: 5n }, "Invalid type: "],
    ["another type", { type: "foo" }, "Type must be one of the following: contract, request "],
    ["a name that is not text", { name: null }, "Invalid name: "],
    ["an empty name", { name: "" }, "The name must consist of A-Za-z_0-9."],
    ["a name beyond ASCII", { name: "é" }, "The name must consist of A-Za-z_0-9."],
    ["a version that is not a number", { version: "one" }, "Invalid version: one"],
    ["no version", { version: null }, "Invalid version: "],
    ["a nonce that is not text", { nonce: 5n }, "Invalid nonce: "],
    ["version 0", { version: "0" }, "Only new versions of code can be registered."],
  ];
  for (const [what, changes, message] of refusals) {
    it(`refuses ${what}`, () => {
      expect(register(changes)).to.equal(message);
    });
  }

  it("accepts only a greater version of a name and space, separately for each kind", () => {
    const state = initiated();
    expect(register({ version: "1.5" }, state)).to.equal(null);
    expect(register({ version: "1.50" }, state)).to.equal("Only new versions of code can be registered.");
    expect(register({ version: "1.4" }, state)).to.equal("Only new versions of code can be registered.");
    expect(register({ version: 2n }, state)).to.equal(null);
    expect(register({ version: "1", name: "Other" }, state)).to.equal(null);
    expect(register({ version: "1", nonce: "other" }, state)).to.equal(null);
    expect(register({ version: "1", type: "request" }, state)).to.equal(null);
  });

  it("fails with a message for a code that is a bare JSON value (PROTOCOL 14.3)", () => {
    for (const text of ["5", "true", '"x"', "1.5"])
      expect(submit(initiated(), genesis, "Register", { code: text }), text).to.have.property("ok", false);
    for (const text of ["", "xx", "null", "[]", "{"])
      expect(messageOf(submit(initiated(), genesis, "Register", { code: text }))).to.equal(
        "Writer must be zero address ",
      );
  });

  it("requires a code that is text", () => {
    expect(messageOf(submit(initiated(), genesis, "Register"))).to.contain("must contain the 'code'");
    expect(messageOf(submit(initiated(), genesis, "Register", { code: 5n }))).to.contain("of string type");
  });
});
