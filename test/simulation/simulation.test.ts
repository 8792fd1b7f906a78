import { expect } from "chai";
import { ATTACKERS } from "./attackers.js";
import { faultOrders, titleOf } from "./fault-orders.js";
import { found } from "./founding.js";
import { runSeeds } from "./run-seeds.js";
import { Simulation } from "./simulation.js";

/** simulation.slow.test.ts runs more. */
const SEEDS = 2;

describe("Nodes under faults (PROTOCOL 9, 10, 11, 12)", function () {
  this.timeout(900_000);
  it("keep every invariant and agree after the faults, with four and nine nodes, on seeds 1 and 2", async () => {
    const { failures, counts } = await runSeeds(faultOrders(SEEDS));
    expect(failures.map(titleOf)).to.deep.equal([]);
    expect(Object.keys(counts)).to.include.members(["main fork", "reward paid", "restart"]);
  });

  it("repeat the same run with the same seed, and another run with another seed", async () => {
    const founding = await found(4);
    const once = await new Simulation(founding, 7).run();
    expect(await new Simulation(founding, 7).run()).to.deep.equal(once);
    expect((await new Simulation(founding, 8).run()).blockhash).to.not.equal(once.blockhash);
  });
});

describe("many nodes under attack (PROTOCOL 15.1, 15.3, 15.4, 15.6, 15.9)", function () {
  this.timeout(900_000);

  it("keep every invariant, and agree after the attacks and after a partition of 16 s, on seed 1", async () => {
    const names = Object.keys(ATTACKERS);
    const half = names.length / 2;
    const order = { seed: 1, nodes: 4, cycles: 0 };
    const { failures, counts } = await runSeeds([
      { ...order, attackers: names.slice(0, half) },
      { ...order, attackers: names.slice(half), partitionSeconds: 16 },
    ]);
    expect(failures.map(({ failure }) => failure)).to.deep.equal([]);
    const happened = names.map((name) => `attacker: ${name}`).filter((name) => (counts[name] ?? 0) > 0);
    expect(happened).to.deep.equal(names.map((name) => `attacker: ${name}`));
    expect(counts["partition of 16 s"]).to.equal(1);
  });
});

describe("Nodes beside validators that follow rules 1 without the local rules (PROTOCOL 15)", function () {
  this.timeout(900_000);

  it("agree with them under faults and under attack, and take their blocks, with four and nine nodes", async () => {
    const attackers = Object.keys(ATTACKERS);
    const { failures, counts } = await runSeeds([
      { seed: 1, nodes: 9, cycles: 0, attackers, isDrawn: true, plain: 2 },
      { seed: 2, nodes: 4, cycles: 1, plain: 1 },
    ]);
    expect(failures.map(titleOf)).to.deep.equal([]);
    expect(counts["main block sealed by plain validators"]).to.be.greaterThan(0);
    expect(counts["resource block of plain validators"]).to.be.greaterThan(0);
  });
});
