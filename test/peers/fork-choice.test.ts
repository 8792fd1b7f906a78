import { expect } from "chai";
import { chooseChain, type Choice, type ForkView } from "../../src/peers/fork-choice.js";
import type { Standing } from "../../src/peers/standing.js";

const EARLY = "0".repeat(78);
const LATE = "f".repeat(78);

function at(main: number, resource: number): Standing {
  return {
    main,
    resource,
    tip: { height: main, blockhash: "", previous_blockhash: "", transaction_count: 1 },
  };
}

/** Chains of 100 main and 20 resource blocks that have 90 and 20 in common, unless a case says other. */
function choose(view: Partial<ForkView>): Choice {
  return chooseChain({
    ours: at(100, 20),
    theirs: at(100, 20),
    common: { main: 90, resource: 20 },
    confirmedHeight: 10,
    parting: { ours: LATE, theirs: EARLY },
    ...view,
  });
}

describe("the choice between two chains (PROTOCOL 11, docs/adr/0008)", () => {
  it("is to take what follows ours, when nothing of ours is different", () => {
    expect(choose({ theirs: at(110, 22), common: { main: 100, resource: 20 } })).to.equal("extend");
    expect(choose({ theirs: at(110, 15), common: { main: 100, resource: 15 } })).to.equal("extend");
  });

  it("is the longer resource chain, however long the main chains are", () => {
    expect(choose({ theirs: at(91, 21) })).to.equal("switch");
    expect(choose({ theirs: at(200, 19), common: { main: 90, resource: 19 } })).to.equal("keep");
  });

  it("is the longer main chain among equal resource chains", () => {
    expect(choose({ theirs: at(101, 20) })).to.equal("switch");
    expect(choose({ theirs: at(99, 20) })).to.equal("keep");
  });

  it("is the smaller blockhash at the fork among equal main chains, from either side", () => {
    expect(choose({ parting: { ours: LATE, theirs: EARLY } })).to.equal("switch");
    expect(choose({ parting: { ours: EARLY, theirs: LATE } })).to.equal("keep");
  });

  it("is the first seen among equal resource chains, and their main blocks still follow ours", () => {
    const common = { main: 100, resource: 19 };
    expect(choose({ theirs: at(100, 20), common })).to.equal("keep");
    expect(choose({ theirs: at(101, 20), common })).to.equal("extend");
    expect(choose({ ours: at(100, 21), theirs: at(101, 20), common })).to.equal("extend");
  });

  it("is both chains together when confirmed resource blocks differ: main blocks go by them", () => {
    const common = { main: 100, resource: 9 };
    expect(choose({ theirs: at(101, 20), common })).to.equal("switch");
    expect(choose({ theirs: at(100, 20), common })).to.equal("keep");
    expect(choose({ ours: at(100, 21), theirs: at(101, 20), common })).to.equal("keep");
  });
});
