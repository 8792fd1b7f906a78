import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { padStateKey, type StateKind } from "../../src/codec/state-key.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import { codeIdOf, parseCode } from "../../src/records/code.js";
import { createNetwork, PUBLIC_NETWORK, type SystemAttribute } from "../../src/records/network.js";
import { signTransaction } from "../../src/records/transaction.js";
import { presetCodes, type PresetName } from "../../src/system/presets.js";
import { compileMethod, type Execution } from "../../src/vm/machine.js";
import { testKey } from "../support/keys.js";
import { TestState } from "../support/machine-run.js";

const network = createNetwork(PUBLIC_NETWORK);
const sender = testKey("sender");
const recipient = testKey("recipient");
const ZERO = "0".repeat(44);

/** A state in which the codes of a preset are registered. */
function stateOf(preset: PresetName): TestState {
  const state = new TestState(network);
  for (const text of presetCodes(preset, network)) {
    const method = parseCode(text);
    state.write("local", network.prefixes[method.kind] + codeIdOf(method), text);
  }
  return state;
}

function set(state: TestState, attribute: SystemAttribute, key: string, value: Value): void {
  state.write(
    attribute === "recycle_resource" ? "local" : "universal",
    network.prefixes[attribute] + key,
    value,
  );
}

function get(state: TestState, attribute: SystemAttribute, key = ZERO, kind: StateKind = "universal"): Value {
  return state.read(kind, padStateKey(network.prefixes[attribute] + key)) ?? null;
}

function submit(
  state: TestState,
  type: string,
  members: Readonly<Record<string, Value>>,
  fee = false,
): Execution {
  const transaction = new Map<string, Value>([
    ["type", type],
    ["timestamp", 1_700_000_000_000_000n],
    ...Object.entries(members),
  ]);
  const postProcess = fee ? compileMethod(state.method("Fee")) : null;
  return state.apply(signTransaction(transaction, sender.privateKey), postProcess);
}

function messageOf(execution: Execution): string | null {
  return execution.ok ? null : execution.message;
}

describe("Send 5 (PROTOCOL 6.17, 6.18)", () => {
  const send = (to: string, amount: string): [string | null, TestState] => {
    const state = stateOf("public");
    set(state, "balance", sender.address, "100");
    return [messageOf(submit(state, "Send", { to, amount })), state];
  };

  it("moves an amount up to the whole balance, without a fee", () => {
    const [message, state] = send(recipient.address, "100");
    expect(message).to.equal(null);
    expect(get(state, "balance", sender.address)).to.equal("0");
    expect(get(state, "balance", recipient.address)).to.equal("100");
  });

  it("refuses the sender as recipient, a zero or negative amount, and more than the balance", () => {
    expect(send(sender.address, "1")[0]).to.equal("You can't send to yourself. ");
    expect(send(recipient.address, "0")[0]).to.equal("The amount must be greater than zero. ");
    expect(send(recipient.address, "-1")[0]).to.equal("The amount must be greater than zero. ");
    expect(send(recipient.address, "101")[0]).to.equal("You can't send more than what you have. ");
  });
});

describe("Fee 2 (PROTOCOL 6.7, 6.17)", () => {
  it("takes 10^9 for each unit of weight from the balance after Send, and recycles it at the multiplier", () => {
    const state = stateOf("public");
    set(state, "balance", sender.address, "1000000000000000");
    set(state, "multiplier", ZERO, "0.5");
    const execution = submit(state, "Send", { to: recipient.address, amount: "1000" }, true);
    expect(messageOf(execution)).to.equal(null);
    const fee = execution.weight * 10n ** 9n;
    expect(get(state, "balance", sender.address)).to.equal((10n ** 15n - 1000n - fee).toString());
    expect(get(state, "recycle_resource", ZERO, "local")).to.equal((fee * 2n).toString());
  });

  it("stops a transaction whose sender cannot pay it after the contract's own writes", () => {
    const state = stateOf("public");
    set(state, "balance", sender.address, "100000000000");
    const execution = submit(state, "Send", { to: recipient.address, amount: "1" }, true);
    expect(messageOf(execution)).to.equal("The balance does not cover the fee. ");
    expect(get(state, "balance", recipient.address)).to.equal(null);
  });
});

describe("Refine 2 and Refine 4 (PROTOCOL 6.15, 6.17)", () => {
  const refine = (preset: PresetName, amount: string, prepare: (state: TestState) => void = () => {}) => {
    const state = stateOf(preset);
    set(state, "resource", sender.address, "10000000000000000000000000000");
    prepare(state);
    return { state, execution: submit(state, "Refine", { amount }) };
  };

  it("turn resource into balance at the multiplier, version 4 without a fee, version 2 less 10^6 for each byte", () => {
    const amount = "5000000000";
    for (const preset of ["classic", "public"] as const) {
      const { state, execution } = refine(preset, amount, (before) => set(before, "multiplier", ZERO, "0.5"));
      expect(messageOf(execution)).to.equal(null);
      const size = BigInt(
        signTransaction(
          new Map<string, Value>([
            ["type", "Refine"],
            ["timestamp", 1_700_000_000_000_000n],
            ["amount", amount],
          ]),
          sender.privateKey,
        ).size,
      );
      const fee = preset === "classic" ? size * 1_000_000n : 0n;
      expect(get(state, "balance", sender.address)).to.equal((2_500_000_000n - fee).toString());
      expect(get(state, "resource", sender.address)).to.equal("9999999999999999995000000000");
      expect(get(state, "season_supply")).to.equal("2500000000");
      expect(get(state, "total_supply")).to.equal("2500000000");
      expect(get(state, "reduction_limit")).to.equal("1000000000000000000000000000");
      const recycled = preset === "classic" ? (fee * 2n).toString() : null;
      expect(get(state, "recycle_resource", ZERO, "local")).to.equal(recycled);
    }
  });

  it("start a new season after the supply exceeded the limit", () => {
    const { state } = refine("public", "5000000000", (before) => {
      set(before, "season_supply", ZERO, "1000000000000000000000000001");
    });
    expect(get(state, "multiplier")).to.equal("0.8437500000");
    expect(get(state, "reduction_limit")).to.equal("843750000000000000000000000");
    expect(get(state, "season_supply")).to.equal("0");
    expect(get(state, "total_supply")).to.equal("5000000000");
  });

  it("never let the multiplier fall below 0.0000001", () => {
    const { state } = refine("public", "50000000000000", (before) => {
      set(before, "season_supply", ZERO, "1000000000000000000000000001");
      set(before, "multiplier", ZERO, "0.0000001");
    });
    expect(get(state, "multiplier")).to.equal("0.0000001");
  });

  it("refuse the amount 1.5, because it is not an integer (PROTOCOL 14.4)", () => {
    for (const preset of ["classic", "public"] as const)
      expect(messageOf(refine(preset, "1.5").execution)).to.equal(
        "The amount to be refined must be an integer. ",
      );
  });
});

describe("HotFix 2 and Faucet 2 (PROTOCOL 6.16, 6.17)", () => {
  it("HotFix always fails", () => {
    expect(messageOf(submit(stateOf("classic"), "HotFix", {}))).to.equal("It's closed contract. ");
  });

  it("Faucet gives 30,000 while the balance stays below 50,000", () => {
    const state = stateOf("dev");
    expect(messageOf(submit(state, "Faucet", {}))).to.equal(null);
    expect(get(state, "balance", sender.address)).to.equal("30000000000000000000000");
    expect(messageOf(submit(state, "Faucet", {}))).to.equal("You have enough balance already. ");
    set(state, "balance", sender.address, "19999999999999999999999");
    expect(messageOf(submit(state, "Faucet", {}))).to.equal(null);
    set(state, "balance", sender.address, "20000000000000000000000");
    expect(messageOf(submit(state, "Faucet", {}))).to.equal("You have enough balance already. ");
  });
});

describe("Publish 1 (PROTOCOL 6.2, 6.4, 6.17)", () => {
  const code = { t: "contract", m: "0.2.0", n: "Note", v: "1", s: "space", w: sender.address, p: [], e: [] };
  const publish = (changes: Readonly<Record<string, Value>> = {}, state = stateOf("dev")) =>
    submit(state, "Publish", { code: canonicalJson(objectToValue({ ...code, ...changes })) });

  it("stores the sender's code under its code id in the root space", () => {
    const execution = publish();
    if (!execution.ok) throw new Error(execution.message);
    const [write] = execution.writes;
    const text = canonicalJson(objectToValue(code));
    expect(write).to.deep.include({
      kind: "local",
      key: network.prefixes.contract + codeIdOf(parseCode(text)),
      value: text,
    });
  });

  it("refuses a code with another writer, and every code that Register refuses", () => {
    const refusals: [Readonly<Record<string, Value>>, string][] = [
      [{ w: recipient.address }, "Writer must be the from address. "],
      [{ t: null }, "Invalid type: "],
      [{ t: "x" }, "Type must be one of the following: contract, request "],
      [{ n: "a b" }, "The name must consist of A-Za-z_0-9."],
      [{ v: "x" }, "Invalid version: x"],
      [{ s: 5n }, "Invalid space: "],
    ];
    for (const [changes, message] of refusals) expect(messageOf(publish(changes))).to.equal(message);
  });

  it("accepts only greater versions", () => {
    const state = stateOf("dev");
    expect(messageOf(publish({}, state))).to.equal(null);
    expect(messageOf(publish({}, state))).to.equal("Only new versions of code can be registered.");
    expect(messageOf(publish({ v: "2" }, state))).to.equal(null);
  });
});
