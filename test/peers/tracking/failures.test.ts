import { expect } from "chai";
import { Failures } from "../../../src/peers/tracking/failures.js";

describe("The count of a peer's failures in a row", () => {
  it("gives a host up at three, and starts again", () => {
    const failures = new Failures();
    const outcomes = Array.from({ length: 4 }, () => failures.note("a:1", "chains"));
    expect(outcomes).to.deep.equal([false, false, true, false]);
  });

  it("is reset by an answer to the same question", () => {
    const failures = new Failures();
    for (let round = 0; round < 5; round += 1) {
      expect(failures.note("a:1", "chains")).to.equal(false);
      expect(failures.note("a:1", "chains")).to.equal(false);
      failures.clear("a:1", "chains");
    }
  });

  it("is independent of other questions and other hosts", () => {
    const failures = new Failures();
    expect(failures.note("a:1", "chains")).to.equal(false);
    failures.clear("a:1", "round");
    expect(failures.note("a:1", "chains")).to.equal(false);
    expect(failures.note("b:1", "chains")).to.equal(false);
    expect(failures.note("a:1", "statement")).to.equal(false);
    expect(failures.note("a:1", "chains")).to.equal(true);
  });

  it("is forgotten for a host that is forgotten", () => {
    const failures = new Failures();
    failures.note("a:1", "chains");
    failures.note("a:1", "chains");
    failures.forget("a:1");
    expect(failures.note("a:1", "chains")).to.equal(false);
  });

  it("is kept for a bounded number of hosts", () => {
    const failures = new Failures();
    failures.note("a:1", "statement");
    failures.note("a:1", "statement");
    for (let index = 0; index < 2048; index += 1) failures.note(`h${index}:1`, "statement");
    expect(failures.note("a:1", "statement")).to.equal(false);
  });
});
