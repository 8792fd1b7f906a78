import { expect } from "chai";
import { titleOf } from "./fault-orders.js";
import { runSeeds } from "./run-seeds.js";

// A sample: simulation.slow.test.ts runs nine nodes and attackers too, and more seeds.

describe("Four nodes under faults (PROTOCOL 9, 10, 11, 12)", function () {
  this.timeout(900_000);

  it("keep every invariant and agree after the faults", async () => {
    const { failures, counts } = await runSeeds([{ seed: 1, nodes: 4, cycles: 1 }]);
    expect(failures.map(titleOf)).to.deep.equal([]);
    expect(Object.keys(counts)).to.include.members(["main fork", "reward paid", "restart"]);
  });

  it("agree with validators that follow rules 1 without the local rules, and take their blocks (PROTOCOL 15)", async () => {
    const { failures, counts } = await runSeeds([{ seed: 7, nodes: 4, cycles: 1, plain: 1 }]);
    expect(failures.map(titleOf)).to.deep.equal([]);
    expect(counts["main block sealed by plain validators"]).to.be.greaterThan(0);
    expect(counts["resource block of plain validators"]).to.be.greaterThan(0);
  });
});
