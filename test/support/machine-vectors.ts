import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { padStateKey, statePrefix, type StateKind } from "../../src/codec/state-key.js";
import { byteLength } from "../../src/codec/text.js";
import { objectToValue, type Value, type ValueMap } from "../../src/codec/value.js";
import type { Method } from "../../src/records/code.js";
import { parseParameterDefinitions } from "../../src/records/parameter.js";
import { createEmptyChain } from "../../src/vm/chain-view.js";
import { evaluateExpression, type Evaluation } from "../../src/vm/evaluate.js";
import type { StateWrite } from "../../src/vm/pending.js";
import type { StateView } from "../../src/vm/run.js";
import { listIn, mapIn, readVector, textIn } from "./vectors.js";

/** The calls of test/vectors/operators.json for the contract machine. */
const RECORDING = mapIn(readVector("operators.json"));
const FIXTURE = mapIn(RECORDING.get("fixture"));
const MAIN = mapIn(FIXTURE.get("code"));
const POST = mapIn(FIXTURE.get("post_process"));
/** The address of the recorded public key. */
export const SENDER = "b5cf90a96fcfe3faf73bdc2c8b1830593bc08484732e";

/** The default difficulty of the chain that the recorded machine ran on. */
const RECORDED_DIFFICULTY = 4000n;

export const EXPRESSIONS = listIn(RECORDING.get("expressions")).map(mapIn);
export const PROGRAMS = listIn(RECORDING.get("programs")).map(mapIn);

/** Registers a test for each recorded call of these operators. */
export function itAgreesWithRecording(...operators: readonly string[]): void {
  const entries = EXPRESSIONS.filter((entry) => operators.includes(textIn(entry.get("op"))));
  for (const entry of entries) {
    it(`gives ${textIn(entry.get("expression_json")).slice(0, 90)} the recorded value`, () => {
      expectRecorded(entry);
    });
  }
}

function expectRecorded(entry: ValueMap): void {
  const isRequest = entry.get("mode") === "request";
  const signed = mapIn(FIXTURE.get("signed_data"));
  const evaluations = evaluateExpression(parseJson(textIn(entry.get("expression_json"))), {
    kind: isRequest ? "request" : "contract",
    writer: textIn(MAIN.get("writer")),
    space: textIn(MAIN.get("space")),
    parameters: mapIn(signed.get("transaction")),
    implicit: isRequest ? null : { from: SENDER, hash: textIn(FIXTURE.get("tx_hash")), size: sizeOf(signed) },
    state: { read: () => undefined },
    chain: createEmptyChain(RECORDED_DIFFICULTY),
  });
  const both = entry.get("both");
  expectEvaluation(evaluations.condition, mapIn(both ?? entry.get("condition")));
  expectEvaluation(evaluations.execution, mapIn(both ?? entry.get("execution")));
}

function expectEvaluation(evaluation: Evaluation, recorded: ValueMap): void {
  if (recorded.get("fails") === true) {
    expect(evaluation.status).to.equal("failed");
    return;
  }
  const isBreak = recorded.get("break") === true;
  expect(evaluation.status).to.equal(isBreak ? "broke" : "done");
  if (evaluation.status === "failed") return;
  expectValue(evaluation.value, recorded.get("result") ?? null);
  if (evaluation.status === "broke") expectValue(evaluation.message, recorded.get("message") ?? null);
}

/** Whole values with types and key order. Canonical JSON shows everything except the difference of 1 and 1.0. */
export function expectValue(actual: Value, expected: Value): void {
  expect(canonicalJson(actual)).to.equal(canonicalJson(expected));
}

/** The size of a signed transaction (PROTOCOL 5). */
export function sizeOf(signed: ValueMap): number {
  return byteLength(
    canonicalJson(
      objectToValue({
        transaction: signed.get("transaction"),
        public_key: signed.get("public_key"),
        signature: signed.get("signature"),
      }),
    ),
  );
}

/** A recorded program's method, or its post-process. */
export function methodOf(program: ValueMap, part: "own" | "post"): Method {
  const code = part === "own" ? MAIN : POST;
  return {
    format: "method",
    kind: part === "post" || program.get("mode") === "transaction" ? "contract" : "request",
    name: textIn(code.get("name")),
    version: "1",
    writer: textIn(code.get("writer")),
    space: textIn(code.get("space")),
    parameters: part === "own" ? parseParameterDefinitions(program.get("parameters") ?? null) : [],
    executions: listIn(program.get(part === "own" ? "executions" : "post_executions")),
  };
}

/** The state before a recorded program. */
export function stateOf(program: ValueMap): StateView {
  const cells = { universal: cellsOf(program, "universals"), local: cellsOf(program, "locals") };
  return { read: (kind: StateKind, key: string) => cells[kind].get(key) };
}

function cellsOf(program: ValueMap, member: string): ReadonlyMap<string, Value> {
  return new Map(
    listIn(program.get(member)).map((entry) => {
      const cell = mapIn(entry);
      const code = cell.get("owner") === "main" ? MAIN : POST;
      const prefix = statePrefix(
        textIn(code.get("writer")),
        textIn(code.get("space")),
        textIn(cell.get("attr")),
      );
      return [padStateKey(prefix + textIn(cell.get("key"))), cell.get("value") ?? null];
    }),
  );
}

/** A block's update list as PROTOCOL 8 defines it, of one transaction's writes. */
export function updatesOf(writes: readonly StateWrite[], kind: StateKind, state: StateView): Value {
  const cells = new Map<string, Value>();
  const updates = new Map<string, { old: Value; new: Value }>();
  for (const write of writes) {
    if (write.kind !== kind) continue;
    const cell = padStateKey(write.key);
    const old = updates.get(write.key)?.old ?? cells.get(cell) ?? state.read(kind, cell) ?? null;
    updates.set(write.key, { old, new: write.value });
    cells.set(cell, write.value);
  }
  return objectToValue(Object.fromEntries([...updates].map(([key, update]) => [key, objectToValue(update)])));
}
