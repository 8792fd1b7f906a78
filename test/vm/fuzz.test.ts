import { expect } from "chai";
import { canonicalJson } from "../../src/codec/canonical-json.js";
import { collectStateKeys, execute, type ProgramCall, type StateView } from "../../src/vm/machine.js";
import { describeMachine } from "../support/describe-machine.js";
import { deepFreeze } from "../support/machine-calls.js";
import { randomCall } from "../support/random-call.js";
import { randomValue } from "../support/random-value.js";
import { TEST_SEED, createSeededRandom, randomRuns, seeded } from "../support/seeded-random.js";

/** CHAINNODE_FUZZ_RUNS=100000 runs more. */
const RUNS = randomRuns(1500);

/** All results of a call, as text. */
function outcomeOf(call: ProgramCall, state: StateView): string {
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

describeMachine(seeded(`${RUNS} random programs`), () => {
  it("never crash, never change their input, and give the same result twice (PROTOCOL 14.3)", () => {
    for (let run = 0; run < RUNS; run += 1) {
      const random = createSeededRandom(TEST_SEED + run);
      const call = randomCall(random);
      const stored = deepFreeze(randomValue(random, 2));
      const state: StateView = { read: () => stored };
      expect(outcomeOf(call, state), `run ${run}`).to.equal(outcomeOf(call, state));
    }
  });

  it("cover every outcome: some succeed, some write, some fail", () => {
    const seen = { succeeded: 0, wrote: 0, failed: 0 };
    for (let run = 0; run < 300; run += 1) {
      const execution = execute(randomCall(createSeededRandom(TEST_SEED + run)), { read: () => undefined });
      if (!execution.ok) seen.failed += 1;
      else if (execution.writes.length > 0) seen.wrote += 1;
      else seen.succeeded += 1;
    }
    expect(Math.min(...Object.values(seen))).to.be.above(10);
  });
});
