import { expect } from "chai";
import { ATTACKERS } from "./attackers.js";
import { CUTS } from "./cuts.js";
import { found, type Founding } from "./founding.js";
import { runSeeds, type Summary } from "./run-seeds.js";
import { Simulation } from "./simulation.js";

const SEEDS = 25;

/** What must happen in some seed of the default run, by the beginning of a count's name. */
const KINDS: readonly string[] = [
  ...["late", "lost", "duplicated", "cut off"].map((what) => `message ${what}`),
  ...Object.keys(CUTS).map((name) => `partition: ${name}`),
  ...["-6", "-4", "4", "6"].map((offset) => `clock ${offset} s off`),
  ...["before", "after"].flatMap((when) =>
    ["commitMainBlock", "commitResourceBlock", "commitBatch", "writeMeta"].map(
      (name) => `died ${when} ${name}`,
    ),
  ),
  "restart",
  ...["equivocation", "withheld chunks", "replay", "silence", "longer chain", "other block in the round"].map(
    (lie) => `lie: ${lie}`,
  ),
  ...["forged transactions", "forged chunks", "forged hypotheses", "false membership", "unknown hosts"].map(
    (lie) => `lie: ${lie}`,
  ),
  "false block: ",
  "main fork",
  "resource fork",
  "resource block",
  "receipt in a block",
  "reward paid",
  "newest slot changed hands",
];

describe("Nodes under faults (PROTOCOL 9, 10, 11, 12)", function () {
  this.timeout(900_000);
  let founding: Founding;
  let summary: Summary;

  before(async () => {
    founding = await found(4);
    const seeds = Array.from({ length: SEEDS }, (_, index) => 1 + index);
    summary = await runSeeds([
      ...seeds.map((seed) => ({ seed, nodes: 9, cycles: 1 })),
      ...seeds.map((seed) => ({ seed, nodes: 4, cycles: 1 })),
    ]);
  });

  it("keep every invariant and agree after the faults, with four and nine nodes, on seeds 1 to 25", () => {
    const failed = summary.failures.map(
      ({ order, failure }) => `${order.nodes} nodes, seed ${order.seed}: ${failure}`,
    );
    expect(failed).to.deep.equal([]);
  });

  it("experience each kind of fault, and extend both chains", () => {
    const happened = Object.keys(summary.counts);
    expect(KINDS.filter((kind) => !happened.some((name) => name.startsWith(kind)))).to.deep.equal([]);
  });

  it("repeat the same run with the same seed, and another run with another seed", async () => {
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
