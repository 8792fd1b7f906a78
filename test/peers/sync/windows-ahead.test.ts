import { expect } from "chai";
import { WindowsAhead, type Window } from "../../../src/peers/sync/fetch-ahead.js";

const [SOON_US, LATE_US] = [300_000, 2_000_000];

const block = (load: number) => ({ height: 1, blockhash: "", previous_blockhash: "", load });
const single = (load: number): Window => [block(load)];

/** How many windows are fetched at once. */
function atOnce(limit: WindowsAhead, window: Window, peers: number): number {
  const windows: Window[] = [];
  while (!limit.isFull(windows, peers)) windows.push(window);
  return windows.length;
}

function after(answers: number, tookUs: number, peers = 1): WindowsAhead {
  const limit = new WindowsAhead();
  for (let answer = 0; answer < answers; answer += 1) limit.note(tookUs, peers);
  return limit;
}

describe("How far ahead blocks are fetched (PROTOCOL 11.2)", () => {
  it("is three windows of a peer at first, eight of all, and at least one", () => {
    for (const [peers, windows] of [
      [0, 1],
      [1, 3],
      [2, 6],
      [9, 8],
    ] as const)
      expect(atOnce(new WindowsAhead(), single(10), peers), String(peers)).to.equal(windows);
  });

  it("grows by a window with each answer that comes soon, while the blocks are short", () => {
    expect(atOnce(after(1, SOON_US), single(10), 1)).to.equal(4);
    expect(atOnce(after(100, SOON_US), single(10), 1)).to.equal(24);
    expect(atOnce(after(100, SOON_US, 9), single(10), 9)).to.equal(64);
  });

  it("never holds more than as many full blocks", () => {
    expect(atOnce(after(100, SOON_US), single(1024), 1)).to.equal(6);
    for (const window of [single(2048), [block(1), block(1)]])
      expect(atOnce(after(100, SOON_US), window, 1)).to.equal(3);
  });

  it("shrinks by half with each answer that comes late", () => {
    const limit = after(100, SOON_US);
    for (const windows of [12, 6, 3, 3]) {
      limit.note(LATE_US, 1);
      expect(atOnce(limit, single(10), 1)).to.equal(windows);
    }
  });
});
