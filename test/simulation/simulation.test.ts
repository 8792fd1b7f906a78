import { expect } from "chai";
import { ATTACKERS } from "./attackers.js";
import { found } from "./founding.js";
import { titleOf } from "./fault-orders.js";
import { runSeeds } from "./run-seeds.js";
import { Simulation } from "./simulation.js";

// A sample: simulation.slow.test.ts runs nine nodes too, and more seeds.

describe("Four nodes under faults (PROTOCOL 9, 10, 11, 12)", function () {
  this.timeout(900_000);

  it("keep every invariant and agree after the faults", async () => {
    const { failures, counts } = await runSeeds([{ seed: 1, nodes: 4, cycles: 1 }]);
    expect(failures.map(titleOf)).to.deep.equal([]);
    expect(Object.keys(counts)).to.include.members(["main fork", "reward paid", "restart"]);
  });

  it("repeat the same run with the same seed, and another run with another seed", async () => {
    const founding = await found(4);
    const once = await new Simulation(founding, 7).run();
    expect(await new Simulation(founding, 7).run()).to.deep.equal(once);
    expect((await new Simulation(founding, 8).run()).blockhash).to.not.equal(once.blockhash);
  });

  it("agree with validators that follow rules 1 without the local rules, and take their blocks (PROTOCOL 15)", async () => {
    const { failures, counts } = await runSeeds([{ seed: 3, nodes: 4, cycles: 1, plain: 1 }]);
    expect(failures.map(titleOf)).to.deep.equal([]);
    expect(counts["main block sealed by plain validators"]).to.be.greaterThan(0);
    expect(counts["resource block of plain validators"]).to.be.greaterThan(0);
  });
});

describe("Four nodes under attackers that the seed draws (PROTOCOL 15)", function () {
  this.timeout(900_000);

  it("never hold different fixed blocks, and make blocks again after the attack", async () => {
    const attackers = Object.keys(ATTACKERS);
    const order = { seed: 1, nodes: 4, cycles: 0, attackers, isDrawn: true };
    const { failures, counts } = await runSeeds([order]);
    expect(failures.map(titleOf)).to.deep.equal([]);
    expect(attackers.filter((name) => (counts[`attacker: ${name}`] ?? 0) > 0)).to.not.deep.equal([]);
  });
});
