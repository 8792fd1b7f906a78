import { expect } from "chai";
import {
  chooseChain,
  decidingChain,
  type ForkChoice,
  type ForkView,
} from "../../../src/peers/sync/fork-choice.js";
import type { ChainStatus } from "../../../src/peers/sync/chain-status.js";

const EARLY = "0".repeat(78);
const LATE = "f".repeat(78);

function at(main: number, resource: number, blockhash = ""): ChainStatus {
  return {
    main,
    resource,
    tip: { height: main, blockhash, previous_blockhash: "", transaction_count: 1 },
    resourceTip: null,
  };
}

/** Chains of 100 main and 20 resource blocks that have 90 and 20 in common, unless a case says otherwise. */
function choose(view: Partial<ForkView>): ForkChoice {
  return chooseChain({
    ours: at(100, 20),
    theirs: at(100, 20),
    common: { main: 90, resource: 20 },
    confirmedHeight: 10,
    fork: null,
    isSettled: false,
    work: null,
    ...view,
  });
}

describe("The choice between two chains (PROTOCOL 11.3, 11.4, 11.6, 11.7, 11.8, docs/adr/0008)", () => {
  it("extends ours when no block of ours differs", () => {
    expect(choose({ theirs: at(110, 22), common: { main: 100, resource: 20 } })).to.equal("extend");
    expect(choose({ theirs: at(110, 15), common: { main: 100, resource: 15 } })).to.equal("extend");
  });

  it("prefers the longer resource chain, however long the main chains are", () => {
    expect(choose({ theirs: at(91, 21) })).to.equal("switch");
    expect(choose({ theirs: at(200, 19), common: { main: 90, resource: 19 } })).to.equal("keep");
  });

  it("prefers the longer main chain among equal resource chains", () => {
    expect(choose({ theirs: at(101, 20) })).to.equal("switch");
    expect(choose({ theirs: at(99, 20) })).to.equal("keep");
  });

  it("prefers the smaller blockhash at the fork among equal main chains, from either side", () => {
    expect(choose({ fork: { chain: "main", ours: LATE, theirs: EARLY } })).to.equal("switch");
    expect(choose({ fork: { chain: "main", ours: EARLY, theirs: LATE } })).to.equal("keep");
  });

  it("prefers the smaller hash at the fork among equal resource chains, without the time that precedes it", () => {
    const common = { main: 100, resource: 15 };
    const [earlyAndLarge, lateAndSmall] = [
      `00000000000001${"f".repeat(64)}`,
      `00000000000002${"0".repeat(64)}`,
    ] as const;
    const fork = { chain: "resource", ours: earlyAndLarge, theirs: lateAndSmall } as const;
    expect(choose({ common, fork })).to.equal("switch");
    expect(choose({ common, fork: { ...fork, ours: lateAndSmall, theirs: earlyAndLarge } })).to.equal("keep");
  });

  it("undoes settled main blocks for a better resource chain only (PROTOCOL 15.3)", () => {
    const fork = { chain: "main", ours: LATE, theirs: EARLY } as const;
    expect(choose({ isSettled: true, theirs: at(200, 20) })).to.equal("wait");
    expect(choose({ isSettled: true, fork })).to.equal("wait");
    expect(choose({ isSettled: true, theirs: at(91, 21) })).to.equal("switch");
    // Their main chain is shorter, or only lacks blocks of ours: nothing waits.
    expect(choose({ isSettled: true, theirs: at(99, 20) })).to.equal("keep");
    expect(choose({ isSettled: true, theirs: at(90, 20) })).to.equal("keep");
  });

  it("compares long resource branches by work, then by the rules of page 11 (PROTOCOL 15.10)", () => {
    const common = { main: 90, resource: 5 };
    expect(choose({ common, theirs: at(91, 90), work: { ours: 100n, theirs: 99n } })).to.equal("keep");
    expect(choose({ common, theirs: at(91, 19), work: { ours: 99n, theirs: 100n } })).to.equal("switch");
    expect(choose({ common, theirs: at(91, 21), work: { ours: 100n, theirs: 100n } })).to.equal("switch");
  });

  it("keeps ours when it has become the same as theirs since the question", () => {
    const same = at(100, 20, EARLY);
    expect(choose({ ours: same, theirs: same, common: { main: 100, resource: 20 } })).to.equal("keep");
    // A peer that announced another block and shows ours must give its own.
    const other = at(100, 20, LATE);
    expect(choose({ ours: same, theirs: other, common: { main: 100, resource: 20 } })).to.equal("extend");
  });

  it("uses the blocks at the fork only for chains of equal length", () => {
    const decides = (ours: ChainStatus, theirs: ChainStatus, main: number, resource: number): string | null =>
      decidingChain({ ours, theirs, common: { main, resource } });
    expect(decides(at(100, 20), at(100, 20), 90, 20)).to.equal("main");
    expect(decides(at(100, 20), at(100, 20), 90, 15)).to.equal("main");
    expect(decides(at(100, 20), at(101, 20), 90, 15)).to.equal(null);
    expect(decides(at(100, 20), at(100, 20), 100, 15)).to.equal("resource");
    expect(decides(at(100, 20), at(99, 20), 99, 15)).to.equal("resource");
    expect(decides(at(100, 20), at(101, 20), 100, 15)).to.equal(null);
    expect(decides(at(100, 20), at(100, 21), 100, 15)).to.equal(null);
    expect(decides(at(100, 20), at(100, 20), 100, 20)).to.equal(null);
  });

  it("extends the main chain while the last resource blocks differ", () => {
    const common = { main: 100, resource: 19 };
    expect(choose({ theirs: at(100, 20), common })).to.equal("keep");
    expect(choose({ theirs: at(101, 20), common })).to.equal("extend");
    expect(choose({ ours: at(100, 21), theirs: at(101, 20), common })).to.equal("extend");
  });

  it("takes both chains together when confirmed resource blocks differ, since main blocks depend on them", () => {
    const common = { main: 100, resource: 9 };
    expect(choose({ theirs: at(101, 20), common })).to.equal("switch");
    expect(choose({ theirs: at(100, 20), common })).to.equal("keep");
    expect(choose({ ours: at(100, 21), theirs: at(101, 20), common })).to.equal("keep");
  });
});
