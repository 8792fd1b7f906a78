import { expect } from "chai";
import { WaitingTime } from "../../src/consensus/waiting-time.js";

const I_US = 250_000;
/** A tenth of the longest grace, which is a second. */
const MAX_US = 100_000;
/** A shorter queue is never too long. */
const SHORT = 32;

describe("The queue of submissions (PROTOCOL 15.2)", () => {
  it("is too long once the oldest has waited for a tenth of the longest grace", () => {
    const queue = new WaitingTime<number>(I_US);
    expect(queue.isTooLong(0)).to.equal(false);
    queue.begin(0, 0);
    for (let number = 1; number <= SHORT; number += 1) queue.begin(number, MAX_US);
    expect(queue.isTooLong(MAX_US)).to.equal(false);
    expect(queue.isTooLong(MAX_US + 1)).to.equal(true);
    queue.leave(0);
    expect(queue.isTooLong(MAX_US + 1)).to.equal(false);
  });

  it("is not too long while fewer than 32 wait, however long", () => {
    const queue = new WaitingTime<number>(I_US);
    for (let number = 1; number < SHORT; number += 1) queue.begin(number, 0);
    expect(queue.isTooLong(100 * MAX_US)).to.equal(false);
    queue.begin(SHORT, 0);
    expect(queue.isTooLong(100 * MAX_US)).to.equal(true);
  });

  it("is too long when the last answers were so slow that one more would wait longer", () => {
    const queue = new WaitingTime<number>(I_US);
    let nowUs = 0;
    // One submission each millisecond.
    for (let number = 0; number < 200; number += 1) {
      queue.begin(number, nowUs);
      nowUs += 1000;
      queue.end(number, nowUs);
    }
    let held = 0;
    while (!queue.isTooLong(nowUs)) queue.begin((held += 1) + 1000, nowUs);
    expect(held).to.be.within(97, 103);
  });

  it("is never too long when empty, however slow the last answers were", () => {
    const queue = new WaitingTime<string>(I_US);
    queue.begin("slow", 0);
    queue.end("slow", 3_600_000_000);
    expect(queue.isTooLong(3_600_000_000)).to.equal(false);
    queue.begin("next", 3_600_000_000);
    queue.end("next", 3_600_000_000);
    for (let number = 0; number < 500; number += 1) {
      queue.begin("fast", 3_600_000_000);
      queue.end("fast", 3_600_000_000);
    }
    queue.begin("another", 3_600_000_000);
    expect(queue.isTooLong(3_600_000_000)).to.equal(false);
  });

  it("answers within its bound at any load above its capacity", () => {
    for (const load of [2, 5, 20]) {
      const queue = new WaitingTime<number>(I_US);
      const waiting: { readonly number: number; readonly sinceUs: number }[] = [];
      let longestUs = 0;
      let answered = 0;
      for (let tick = 0; tick < 20_000; tick += 1) {
        const nowUs = tick * 250;
        for (let each = 0; each < load; each += 1) {
          if (queue.isTooLong(nowUs)) continue;
          queue.begin(tick * load + each, nowUs);
          waiting.push({ number: tick * load + each, sinceUs: nowUs });
        }
        const [first] = waiting.splice(0, 1);
        if (first === undefined) continue;
        queue.end(first.number, nowUs);
        longestUs = Math.max(longestUs, nowUs - first.sinceUs);
        answered += 1;
      }
      expect(longestUs, `${load} times`).to.be.below(4 * MAX_US);
      // It is never idle.
      expect(answered, `${load} times`).to.equal(20_000);
    }
  });
});
