import { expect } from "chai";
import { timeHashId } from "../../../src/consensus/round-news.js";
import type { Ledger } from "../../../src/ledger/ledger.js";
import { PeerTips } from "../../../src/peers/sync/told-tips.js";

const SECOND = 1_000_000;

describe("Where peers say that their chains end (PROTOCOL 15.15)", () => {
  const hash = (letter: string): string => letter.repeat(78);
  const id = (letter: string): string => timeHashId(hash(letter));
  let main = "a";
  const ledger = {
    get tip() {
      return { blockhash: hash(main) };
    },
    resourceChain: { tip: { blockhash: hash("r") } },
  } as unknown as Ledger;
  let tips: PeerTips;

  beforeEach(() => {
    main = "a";
    tips = new PeerTips(ledger, (host) => host === "named");
    for (const host of ["x", "y"]) {
      expect(tips.isQuiet(host, 0)).to.equal(false);
      tips.noteAsked(host, 0);
      expect(tips.isQuiet(host, 0)).to.equal(false);
      tips.note(host, { main: id("a"), resource: id("r") });
    }
  });

  it("keep a peer from being asked while they are this node's, or earlier ones of it", () => {
    expect(tips.isQuiet("x", SECOND)).to.equal(true);
    main = "b";
    expect(tips.isQuiet("x", SECOND)).to.equal(true);
    tips.note("x", { main: id("a"), resource: id("s") });
    expect(tips.isQuiet("x", SECOND)).to.equal(false);
  });

  it("keep no peer from being asked for long", () => {
    expect(tips.isQuiet("x", 7 * SECOND)).to.equal(true);
    expect(tips.isQuiet("x", 8 * SECOND)).to.equal(false);
  });

  it("keep no peer from being asked after its status named other blocks", () => {
    tips.noteOther("x");
    expect([tips.isQuiet("x", SECOND), tips.isQuiet("y", SECOND)]).to.deep.equal([false, true]);
  });

  it("let the first that tells a new block be asked for it alone, for a second", () => {
    for (const host of ["x", "y"]) tips.note(host, { main: id("b"), resource: id("r") });
    expect(tips.isQuiet("x", SECOND)).to.equal(false);
    tips.noteAsked("x", SECOND);
    expect([tips.isQuiet("x", SECOND), tips.isQuiet("y", SECOND)]).to.deep.equal([false, true]);
    expect(tips.isQuiet("y", 2 * SECOND)).to.equal(false);
  });

  it("let no stranger that tells a new block first keep a peer from being asked that the operator named", () => {
    for (const host of ["x", "named"]) tips.note(host, { main: id("b"), resource: id("r") });
    tips.noteAsked("x", SECOND);
    tips.noteAsked("named", SECOND);
    tips.noteAsked("x", SECOND);
    expect([tips.isQuiet("named", SECOND), tips.isQuiet("x", SECOND)]).to.deep.equal([false, true]);
  });

  it("let another one be asked at once that tells another block", () => {
    for (const [host, told] of [
      ["x", "b"],
      ["y", "c"],
    ] as const)
      tips.note(host, { main: id(told), resource: id("r") });
    tips.noteAsked("x", SECOND);
    expect(tips.isQuiet("y", SECOND)).to.equal(false);
  });
});
