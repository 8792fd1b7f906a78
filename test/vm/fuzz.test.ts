import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import type { Value, ValueMap } from "../../src/codec/value.js";
import type { CodeKind } from "../../src/records/code.js";
import { collectStateKeys, compileMethod, execute, type Call, type StateView } from "../../src/vm/machine.js";
import { operatorOf } from "../../src/vm/compile.js";
import { operatorsFor } from "../../src/vm/operators/table.js";
import { describeMachine } from "../support/describe-machine.js";
import { deepFreeze, methodWith, SIGNER, SIZE } from "../support/machine-calls.js";
import { randomValue } from "../support/random-value.js";
import { createSeededRandom } from "../support/seeded-random.js";

/** More runs: CHAINNODE_FUZZ_RUNS=100000. One that failed again: CHAINNODE_FUZZ_SEED, which a failure prints. */
const RUNS = Number(process.env["CHAINNODE_FUZZ_RUNS"] ?? 1500);
const SEED = Number(process.env["CHAINNODE_FUZZ_SEED"] ?? 20_250_101);
const MAX_DEPTH = 4;

/** What looks like something to one operator or another. */
const LIKELY: readonly Value[] = [
  "00",
  "ab",
  "-1.50",
  "1e3",
  " 1",
  "0",
  "from",
  "p",
  "/^a+$/",
  "[1,2]",
  2n,
  true,
  null,
  1.5,
];

/** A random expression: mostly calls, sometimes of what does not exist, sometimes plain data. */
function randomExpression(random: () => number, kind: CodeKind, depth: number): Value {
  const roll = random();
  if (depth === 0 || roll < 0.15) return LIKELY[Math.floor(random() * LIKELY.length)] ?? null;
  if (roll < 0.25) return randomValue(random, 2);
  const key = randomKey(random, kind);
  const arity = operatorOf(key, operatorsFor(kind))?.arity[0] ?? 0;
  const length = arity + Math.floor(random() * 3) - (random() < 0.1 ? 1 : 0);
  const members = Array.from({ length: Math.max(length, 0) }, () =>
    randomExpression(random, kind, depth - 1),
  );
  return roll < 0.35 ? members : new Map<string, Value>([[key, members]]);
}

function randomKey(random: () => number, kind: CodeKind): string {
  const pick = (names: readonly string[]): string => names[Math.floor(random() * names.length)] ?? "";
  if (random() < 0.1) return pick(["__proto__", "$nothing", "constructor", "$"]);
  return `$${pick([...operatorsFor(kind).keys()])}`;
}

/** A write of whatever under a key that is one: few random ones are. */
function randomWrite(random: () => number): Value {
  return new Map([["$write_universal", ["a", "ab", randomExpression(random, "contract", MAX_DEPTH - 1)]]]);
}

function randomCall(random: () => number): Call {
  const kind = random() < 0.7 ? "contract" : "request";
  const expressions = (): Value[] =>
    Array.from({ length: 1 + Math.floor(random() * 2) }, () =>
      random() < 0.3 ? randomWrite(random) : randomExpression(random, kind, MAX_DEPTH),
    );
  const parameters: ValueMap = new Map([
    ["p", randomValue(random, 3)],
    ["from", randomValue(random, 1)],
  ]);
  return {
    program: compileMethod({ ...methodWith("[]", kind), executions: deepFreeze(expressions()) }),
    postProcess:
      kind === "contract" && random() < 0.3
        ? compileMethod({ ...methodWith("[]"), executions: deepFreeze(expressions()) })
        : null,
    parameters: deepFreeze(parameters),
    implicit: kind === "contract" ? { from: SIGNER, hash: "ab", size: SIZE } : null,
  };
}

/** Everything that a call does, as text. */
function outcomeOf(call: Call, state: StateView): string {
  const keys = collectStateKeys(call);
  const execution = execute(call, state);
  const writes = execution.ok ? execution.writes.map(({ kind, key, value }) => [kind, key, value]) : [];
  return canonicalJson([
    keys.ok ? [[...keys.universal], [...keys.local]] : keys.message,
    execution.ok ? execution.result : execution.message,
    execution.weight,
    writes,
  ]);
}

describeMachine(`Random programs (seed ${SEED}, ${RUNS} runs)`, () => {
  it("never crash, never change what they are given, and do the same twice", () => {
    for (let run = 0; run < RUNS; run += 1) {
      const random = createSeededRandom(SEED + run);
      const call = randomCall(random);
      const stored = deepFreeze(randomValue(random, 2));
      const state: StateView = { read: () => stored };
      expect(outcomeOf(call, state), `seed ${SEED + run}`).to.equal(outcomeOf(call, state));
    }
  });

  it("are of use: some succeed, some write, some fail", () => {
    const seen = { succeeded: 0, wrote: 0, failed: 0 };
    for (let run = 0; run < 300; run += 1) {
      const execution = execute(randomCall(createSeededRandom(SEED + run)), { read: () => undefined });
      if (!execution.ok) seen.failed += 1;
      else if (execution.writes.length > 0) seen.wrote += 1;
      else seen.succeeded += 1;
    }
    expect(Math.min(...Object.values(seen))).to.be.above(10);
  });
});
