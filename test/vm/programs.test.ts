import { expect } from "chai";
import { describeMachine } from "../support/describe-machine.js";
import type { ValueMap } from "../../src/codec/value.js";
import { findParameterFailure } from "../../src/records/parameter.js";
import { collectStateKeys, compileMethod, execute, type ProgramCall } from "../../src/vm/machine.js";
import {
  expectValue,
  methodOf,
  PROGRAMS,
  SENDER,
  sizeOf,
  stateOf,
  updatesOf,
} from "../support/machine-vectors.js";
import { mapIn, textIn } from "../support/vectors.js";

describeMachine("Programs (operators.json; PROTOCOL 7.5, 7.6, 7.7, 7.8, 7.13, 7.14, 7.15)", () => {
  for (const program of PROGRAMS) {
    it(textIn(program.get("name")), () => {
      expectRecorded(program);
    });
  }
});

function expectRecorded(program: ValueMap): void {
  const call = callOf(program);
  const failure = findParameterFailure(call.program.method.parameters, call.parameters, "transaction");
  expect(failure).to.equal(program.get("parameter_error") ?? null);
  if (failure !== null) return;

  const keys = collectStateKeys(call);
  const state = stateOf(program);
  const execution = execute(call, state);
  if (program.get("fails") === true) {
    expect(execution.ok).to.equal(false);
    return;
  }
  if (!keys.ok) throw new Error(keys.message);
  expectValue(keys.universal, program.get("loaded_universals") ?? null);
  expectValue(keys.local, program.get("loaded_locals") ?? null);

  expect(execution.ok).to.equal(program.get("ok"));
  expect(execution.weight).to.equal(program.get("weight"));
  expectValue(execution.ok ? execution.result : execution.message, program.get("result") ?? null);
  const writes = execution.ok ? execution.writes : [];
  expectValue(updatesOf(writes, "universal", state), program.get("universal_updates") ?? null);
  expectValue(updatesOf(writes, "local", state), program.get("local_updates") ?? null);
}

function callOf(program: ValueMap): ProgramCall {
  const signed = mapIn(program.get("signed_data"));
  const isRequest = program.get("mode") === "request";
  return {
    program: compileMethod(methodOf(program, "own")),
    postProcess: isRequest ? null : compileMethod(methodOf(program, "post")),
    parameters: mapIn(signed.get(isRequest ? "request" : "transaction")),
    implicit: isRequest ? null : { from: SENDER, hash: textIn(program.get("hash")), size: sizeOf(signed) },
  };
}
