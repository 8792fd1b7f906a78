import { expect } from "chai";
import { ATTACKERS } from "./attackers.js";
import { CUTS } from "./cuts.js";
import { faultOrders, titleOf } from "./fault-orders.js";
import { found } from "./founding.js";
import { findMissed, runSeeds, type Summary } from "./run-seeds.js";
import { Simulation } from "./simulation.js";
import { REMOVABLE_RULES } from "./weakened.js";

const SEEDS = 12;

/** What must happen in some seed, by the beginning of a count's name. */
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
  ...["forged transactions", "forged chunks", "forged hypotheses", "hypotheses of another time"].map(
    (lie) => `lie: ${lie}`,
  ),
  ...["false membership", "unknown hosts"].map((lie) => `lie: ${lie}`),
  "false block: ",
  "main fork",
  "resource fork",
  "resource block",
  "receipt in a block",
  "reward paid",
  "newest slot changed hands",
];

describe("Nodes under faults, on many seeds (PROTOCOL 9, 10, 11, 12)", function () {
  this.timeout(900_000);
  let summary: Summary;

  before(async () => {
    summary = await runSeeds(faultOrders(SEEDS));
  });

  it("keep every invariant and agree after the faults, with four and nine nodes, on seeds 1 to 12", () => {
    expect(summary.failures.map(titleOf)).to.deep.equal([]);
  });

  it("repeat the same run with the same seed, and another run with another seed", async () => {
    const founding = await found(4);
    const once = await new Simulation(founding, 7).run();
    expect(await new Simulation(founding, 7).run()).to.deep.equal(once);
    expect((await new Simulation(founding, 8).run()).blockhash).to.not.equal(once.blockhash);
  });

  it("experience each kind of fault, and extend both chains", () => {
    const happened = Object.keys(summary.counts);
    expect(KINDS.filter((kind) => !happened.some((name) => name.startsWith(kind)))).to.deep.equal([]);
  });
});

describe("Four nodes under every attacker (PROTOCOL 15.1, 15.3, 15.4, 15.6, 15.9)", function () {
  this.timeout(900_000);

  it("keep every invariant, and agree after the attacks and after a partition of 16 s, on seed 1", async () => {
    const names = Object.keys(ATTACKERS);
    const half = names.length / 2;
    const order = { seed: 1, nodes: 4, cycles: 0 };
    const { failures, counts } = await runSeeds([
      { ...order, attackers: names.slice(0, half) },
      { ...order, attackers: names.slice(half), partitionSeconds: 16 },
    ]);
    expect(failures.map(titleOf)).to.deep.equal([]);
    expect(names.filter((name) => (counts[`attacker: ${name}`] ?? 0) === 0)).to.deep.equal([]);
    expect(counts["partition of 16 s"]).to.equal(1);
  });
});

describe("Nine nodes under two attackers at a time (PROTOCOL 15)", function () {
  this.timeout(900_000);

  it("never hold different fixed blocks, and make blocks again after the attack, on seeds 1 to 12", async () => {
    const attackers = Object.keys(ATTACKERS);
    const orders = Array.from({ length: 12 }, (_, index) => ({
      seed: 1 + index,
      nodes: 9,
      cycles: 0,
      // Two at a time, as many as nine nodes bear, so that each takes part.
      attackers: [0, 1].map((other) => attackers[(2 * index + other) % attackers.length] ?? ""),
      isDrawn: true,
      // Every second run has validators without the local rules (PROTOCOL 15).
      plain: index % 2 === 0 ? 0 : 2,
    }));
    const { failures, counts } = await runSeeds(orders);
    expect(failures.map(titleOf)).to.deep.equal([]);
    expect(attackers.filter((name) => (counts[`attacker: ${name}`] ?? 0) === 0)).to.deep.equal([]);
    // Blocks of the founding alone would agree whatever the nodes do.
    expect(counts["main block of the run fixed"]).to.be.greaterThan(orders.length);
  });
});

describe("Four nodes that lack a local rule, under the attackers that it is there for (PROTOCOL 15)", function () {
  this.timeout(300_000);

  for (const [rule, { failure }] of Object.entries(REMOVABLE_RULES))
    it(`fail within three seeds without rule ${rule}`, async () => {
      expect(await findMissed(rule, 3)).to.match(failure);
    });
});
