import { expect } from "chai";
import type { SearchRange, SearchTask } from "../../../src/consensus/miner/kernel.js";
import { COUNTERS_PER_SCAN } from "../../../src/consensus/miner/nonce.js";
import { SearchLoop, type SearchReport } from "../../../src/consensus/miner/search-loop.js";

const ORDER = { prefix: "first", limit: "limit" };
const OTHER = { prefix: "second", limit: "limit" };

/** A loop whose searches take a fixed time on a virtual clock. `onPause` is called between two of them. */
function createScene({
  sliceMs = 10,
  duty = 1,
  overshootMs = 0,
  onPause = (_count: number): void => {},
} = {}) {
  const searches: (SearchTask & SearchRange)[] = [];
  const reports: SearchReport[] = [];
  const pauses: number[] = [];
  const nonces: (string | null)[] = [];
  let clockMs = 1000;
  const loop: SearchLoop = new SearchLoop({
    kernel: {
      name: "node:crypto",
      search: (task, range) => {
        searches.push({ ...task, ...range });
        clockMs += sliceMs;
        const nonce = nonces.shift() ?? null;
        return { nonce, tried: nonce === null ? range.count : 5 };
      },
    },
    salt: "salt",
    duty,
    report: (report) => reports.push(report),
    now: () => clockMs,
    pause: async (milliseconds) => {
      pauses.push(milliseconds);
      clockMs += milliseconds > 0 ? milliseconds + overshootMs : 0;
      onPause(pauses.length);
    },
  });
  return { loop, searches, reports, pauses, nonces };
}

/** A search loop whose job is withdrawn after this many slices. */
async function runSlices(slices: number, options: Parameters<typeof createScene>[0] = {}) {
  const scene = createScene({
    ...options,
    onPause: (count) => {
      if (count === slices) void scene.loop.take(null);
    },
  });
  await scene.loop.take(ORDER);
  return scene;
}

describe("consensus/miner/search-loop: slices, reports and rests of one thread", () => {
  it("continues from slice to slice where it left off", async () => {
    const { searches } = await runSlices(3);
    const count = COUNTERS_PER_SCAN;
    expect(searches).to.deep.equal([
      { ...ORDER, salt: "salt", from: 0, count },
      { ...ORDER, salt: "salt", from: count, count },
      { ...ORDER, salt: "salt", from: 2 * count, count },
    ]);
  });

  it("ends with the nonce, and counts every try up to it", async () => {
    const { loop, reports, nonces } = createScene();
    nonces.push(null, "nonce");
    await loop.take(ORDER);
    expect(reports).to.deep.equal([{ prefix: "first", tried: COUNTERS_PER_SCAN + 5, nonce: "nonce" }]);
  });

  it("reports its tries four times a second, and the remaining ones when it has to rest", async () => {
    const { reports } = await runSlices(60);
    const report = (slices: number) => ({
      prefix: "first",
      tried: slices * COUNTERS_PER_SCAN,
      nonce: null,
    });
    expect(reports).to.deep.equal([report(25), report(25), report(10)]);
  });

  it("begins a new order from the first counter, in place of the old one", async () => {
    const scene = createScene({
      onPause: (count) => {
        if (count === 2) void scene.loop.take(OTHER);
        if (count === 3) void scene.loop.take(null);
      },
    });
    await scene.loop.take(ORDER);
    expect(scene.searches.map(({ prefix, from }) => [prefix, from])).to.deep.equal([
      ["first", 0],
      ["first", COUNTERS_PER_SCAN],
      ["second", 0],
    ]);
    expect(scene.reports).to.deep.equal([
      { prefix: "first", tried: 2 * COUNTERS_PER_SCAN, nonce: null },
      { prefix: "second", tried: COUNTERS_PER_SCAN, nonce: null },
    ]);
  });

  it("searches again after a rest", async () => {
    const { loop, searches, nonces } = createScene();
    nonces.push("one", "two");
    await loop.take(ORDER);
    await loop.take(null);
    await loop.take(OTHER);
    expect(searches.map(({ prefix, from }) => [prefix, from])).to.deep.equal([
      ["first", 0],
      ["second", 0],
    ]);
  });

  it("lets messages in between two slices at full duty, without resting", async () => {
    const { pauses } = await runSlices(4);
    expect(pauses).to.deep.equal([0, 0, 0, 0]);
  });

  it("rests three times as long as it searched at a duty of a quarter", async () => {
    const { pauses } = await runSlices(3, { duty: 0.25 });
    expect(pauses).to.deep.equal([30, 30, 30]);
  });

  it("carries over rests shorter than a millisecond", async () => {
    const { pauses } = await runSlices(6, { sliceMs: 2, duty: 0.8 });
    expect(pauses).to.deep.equal([0, 1, 0, 1, 0, 1]);
  });

  it("shortens the next rest after an overlong one, but saves none up", async () => {
    const { pauses } = await runSlices(3, { sliceMs: 2.5, duty: 0.5, overshootMs: 0.25 });
    expect(pauses).to.deep.equal([2, 2, 3]);
    const long = await runSlices(3, { duty: 0.5, overshootMs: 100 });
    expect(long.pauses).to.deep.equal([10, 10, 10]);
  });
});
