import { expect } from "chai";
import type { NodeEvent } from "../../src/client/index.js";
import { afterEnds, afterEvent, UNKNOWN, type Live, type ToldEnds } from "../../src/explorer/data/known.js";
import { statusOf } from "../../src/explorer/data/status.js";

const hash = (height: number, branch = "a"): string => (height === 0 ? "" : `${branch}${height}`);

function mainBlock(
  height: number,
  branch = "a",
): Extract<NodeEvent, { readonly type: "main_block" }>["data"] {
  return {
    height,
    blockhash: hash(height, branch),
    previous_blockhash: hash(height - 1),
    s_timestamp: height * 1000,
    transaction_count: 1,
  };
}

function ends(height: number, branch?: string): ToldEnds {
  const block = mainBlock(height, branch);
  return {
    main: block,
    resource: { height: 0, blockhash: "", timestamp: 0 } as ToldEnds["resource"],
  };
}

const block = (height: number, branch?: string): NodeEvent => ({
  type: "main_block",
  id: null,
  data: mainBlock(height, branch),
});
const undone = (height: number, branch?: string): NodeEvent => ({
  type: "undone",
  id: null,
  data: {
    chain: "main",
    height,
    blockhash: hash(height, branch),
    previous_blockhash: hash(height - 1, branch),
  },
});

/** Applies events, and the ends of answers. */
function after(live: Live, ...happened: readonly (NodeEvent | ToldEnds)[]): Live {
  const known = { ...live };
  for (const next of happened) {
    const changed =
      "type" in next
        ? afterEvent(known, next)
        : afterEnds(known, next, { before: known, nowMs: 0, isGap: false });
    Object.assign(known, changed);
  }
  return known;
}

describe("What the explorer knows of a chain's end", () => {
  it("is the newest block that an event or an answer told", () => {
    const live = after(UNKNOWN, ends(5), block(6), block(7));
    expect(live.main).to.deep.equal({ height: 7, blockhash: "a7", timeUs: 7000 });
    // The stream is late: the answer knows more.
    expect(after(live, ends(12), block(8), block(9)).main?.height).to.equal(12);
    expect(after(live, ends(12), block(13)).main?.height).to.equal(13);
  });

  it("is never a block that was undone", () => {
    const live = after(UNKNOWN, ends(7), undone(7), undone(6), undone(5));
    expect(live.main).to.deep.equal({ height: 4, blockhash: "a4", timeUs: null });
    expect([...live.undone.keys()]).to.deep.equal(["a5", "a6", "a7"]);
    expect(live.forks).to.equal(3);
    expect(after(live, ends(4)).main?.timeUs).to.equal(4000);
    expect(after(UNKNOWN, ends(1), undone(1)).main).to.include({ height: 0, blockhash: "" });
  });

  it("ignores an answer from before a block was undone, and a lower one from before an event", () => {
    const before = after(UNKNOWN, ends(7));
    const reverted = after(before, undone(7), undone(6));
    expect(afterEnds(reverted, ends(7), { before, nowMs: 0, isGap: false })).to.equal(null);
    const grown = after(before, block(8));
    expect(afterEnds(grown, ends(7), { before, nowMs: 0, isGap: false })?.main).to.equal(undefined);
    expect(afterEnds(grown, ends(9), { before, nowMs: 0, isGap: false })?.main?.height).to.equal(9);
  });

  it("goes back when an answer tells a shorter chain or another block, without an event", () => {
    const live = after(UNKNOWN, ends(7));
    const shorter = after(live, ends(3));
    expect([shorter.main?.height, shorter.forks, shorter.undone.has("a7")]).to.deep.equal([3, 1, true]);
    const other = after(live, ends(7, "b"));
    expect([other.main?.blockhash, other.forks, other.undone.has("a7")]).to.deep.equal(["b7", 1, true]);
  });

  it("counts as forked when events may have been missed meanwhile", () => {
    const live = after(UNKNOWN, ends(7));
    const changed = (height: number) =>
      afterEnds(live, ends(height), { before: live, nowMs: 0, isGap: true });
    expect(changed(7)).to.deep.equal({});
    expect(changed(9)?.forks).to.equal(1);
  });

  it("is fixed no higher than the blocks that are left", () => {
    const live = { ...after(UNKNOWN, ends(7)), fixed: { main: 6, resource: 2 } };
    expect(after(live, undone(7), undone(6)).fixed).to.deep.equal({ main: 5, resource: 2 });
  });

  it("has a block again that comes back", () => {
    const live = after(UNKNOWN, ends(7), undone(7), block(7));
    expect([live.main?.height, live.undone.size, live.forks]).to.deep.equal([7, 0, 2]);
  });
});

describe("The state of the explorer's header", () => {
  const live: Live = { ...UNKNOWN, stream: "open", asked: { atMs: 1000, tookMs: 20 }, isReady: true };
  const text = (changed: Partial<Live>, nowMs = 2000): string =>
    statusOf({ ...live, ...changed }, nowMs).text;

  it("is Live only while the node answers soon, and its events are not behind its answers", () => {
    expect(text({})).to.equal("Live");
    expect(text({ stream: "none" })).to.equal("Connected");
    expect(text({ stream: "closed" })).to.equal("Connected");
    expect(text({ untoldSinceMs: 1900 })).to.equal("Live");
    expect(text({ untoldSinceMs: 1900 }, 6000)).to.equal("Connected");
    expect(text({ isReady: false })).to.equal("Not ready");
    expect(text({ lagSeconds: 40 })).to.equal("Behind");
    expect(text({ asked: { atMs: 1000, tookMs: 7000 } }, 8000)).to.equal("Late");
    expect(text({}, 14_000)).to.equal("Late");
    expect(text({ isLost: true })).to.equal("The node does not answer");
    expect(text({ asked: null })).to.equal("Connecting");
    expect(text({ asked: null, isLost: true })).to.equal("The node does not answer");
  });

  it("says how old what it knows is when that is not now", () => {
    expect(statusOf({ ...live, isLost: true }, 61_000).ageMs).to.equal(60_000);
    expect(statusOf(live, 61_000).ageMs).to.equal(60_000);
    expect(statusOf({ ...live, lagSeconds: 40 }, 2000).ageMs).to.equal(40_000);
    expect(statusOf(live, 2000).ageMs).to.equal(null);
  });
});
