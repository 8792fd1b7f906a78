import { expect } from "chai";
import type { Branch } from "../../../src/peers/sync/branch.js";
import { hasBetterResources, isBetter, type BranchChoice } from "../../../src/peers/sync/compare-chains.js";
import type { ChainStatus } from "../../../src/peers/sync/chain-status.js";

function at(main: number, resource: number): ChainStatus {
  return {
    main,
    resource,
    tip: { height: main, blockhash: "", previous_blockhash: "", transaction_count: 1 },
    resourceTip: null,
  };
}

/** A branch of so many main blocks and of resource blocks of these difficulties. */
function branchOf(main: number, ...difficulties: readonly string[]): Branch {
  const resource = difficulties.map((difficulty) => ({ difficulty }));
  return { main: Array.from({ length: main }, () => ({ blockhash: "t" })), resource } as unknown as Branch;
}

/** Chains of 100 main and 20 resource blocks that have 90 and 18 in common, unless a case says otherwise. */
function choice(parts: Partial<BranchChoice>): BranchChoice {
  const common = { main: 90, resource: 18 };
  return { ours: at(100, 20), theirs: at(200, 20), common, fork: null, work: null, ...parts };
}

describe("What the checked blocks of a branch prove (PROTOCOL 11.3, 15.3, 15.10)", () => {
  it("compares by main blocks only where the resource chains are announced as equally long", () => {
    expect(isBetter(branchOf(11, "2", "2"), choice({}))).to.equal(true);
    expect(isBetter(branchOf(10, "2", "2"), choice({}))).to.equal(false);
    expect(isBetter(branchOf(110, "2"), choice({}))).to.equal(false);
    expect(isBetter(branchOf(110, "2", "2"), choice({ theirs: at(200, 21) }))).to.equal(false);
    expect(isBetter(branchOf(1, "2", "2", "2"), choice({ theirs: at(200, 21) }))).to.equal(true);
  });

  it("takes a branch of equal length for the block that decided", () => {
    const fork = { chain: "main", ours: "u", theirs: "t" } as const;
    const theirs = at(100, 20);
    expect(isBetter(branchOf(10, "2", "2"), choice({ theirs, fork }))).to.equal(true);
    expect(isBetter(branchOf(10, "2", "2"), choice({ theirs, fork: { ...fork, theirs: "x" } }))).to.equal(
      false,
    );
  });

  it("adds up the work of the blocks, whatever the peer's summaries say of it", () => {
    const more = choice({ theirs: at(200, 21), work: { ours: 8n, theirs: 9n, reach: 21 } });
    expect(isBetter(branchOf(1, "3", "3", "3"), more)).to.equal(true);
    expect(isBetter(branchOf(110, "2", "2", "3"), more)).to.equal(false);
    const equal = choice({ work: { ours: 8n, theirs: 8n, reach: null } });
    expect(isBetter(branchOf(110, "4", "4"), equal)).to.equal(true);
    expect(isBetter(branchOf(110, "2", "2"), equal)).to.equal(false);
  });

  it("counts as better resource blocks more work, or more blocks of equal work, but no other block", () => {
    expect(hasBetterResources(branchOf(0, "2", "2", "2"), choice({}))).to.equal(true);
    expect(hasBetterResources(branchOf(110, "9", "9"), choice({}))).to.equal(false);
    const work = { ours: 8n, theirs: 8n, reach: null };
    expect(hasBetterResources(branchOf(0, "2", "3", "3"), choice({ work }))).to.equal(true);
    expect(hasBetterResources(branchOf(0, "2", "2", "2"), choice({ work }))).to.equal(false);
  });
});
