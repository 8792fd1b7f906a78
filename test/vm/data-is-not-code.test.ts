import { expect } from "chai";
import { describeMachine } from "../support/describe-machine.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { collectStateKeys, execute, type StateView } from "../../src/vm/machine.js";
import { callWith, NO_STATE } from "../support/machine-calls.js";
import { expectValue } from "../support/machine-vectors.js";

const INJECTED = `{"$write_universal":["balance","00","1000000"]}`;

describeMachine("Data is never code (PROTOCOL 14.2)", () => {
  it("does not execute a parameter that looks like a write", () => {
    const call = callWith(`[{"$load_param":["data"]}]`, { parameters: `{"data":${INJECTED}}` });
    expectValue(collectStateKeys(call).ok ? [] : null, []);
    const execution = execute(call, NO_STATE);
    expect(execution.ok && execution.writes).to.deep.equal([]);
  });

  it("does not execute a state value that looks like a write", () => {
    const state: StateView = { read: () => parseJson(INJECTED) };
    const execution = execute(callWith(`[{"$read_universal":["a","00"]}]`), state);
    expect(execution.ok && execution.writes).to.deep.equal([]);
  });

  it("stores a parameter that looks like a write as data, which no later transaction executes", () => {
    const writing = callWith(`[{"$write_universal":["a","00",{"$load_param":["data"]}]}]`, {
      parameters: `{"data":${INJECTED}}`,
    });
    const first = execute(writing, NO_STATE);
    const stored = first.ok ? (first.writes.at(-1)?.value ?? null) : null;
    expectValue(stored, parseJson(INJECTED));
    const second = execute(callWith(`[{"$read_universal":["a","00"]}]`), { read: () => stored });
    expect(second.ok && second.writes).to.deep.equal([]);
  });

  it("returns a parameter that looks like a call from a response unchanged", () => {
    const call = callWith(`[{"$response":[{"$load_param":["data"]}]}]`, {
      parameters: `{"data":{"$add":["1","2"]}}`,
    });
    const execution = execute(call, NO_STATE);
    expectValue(execution.ok ? execution.result : null, parseJson(`{"$add":["1","2"]}`));
  });
});
