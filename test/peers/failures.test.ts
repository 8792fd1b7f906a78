import { expect } from "chai";
import { Failures } from "../../src/peers/failures.js";

describe("how often peers have not answered", () => {
  it("is too often three times in a row, and counted anew then", () => {
    const failures = new Failures();
    const outcomes = Array.from({ length: 4 }, () => failures.note("a:1", "chains"));
    expect(outcomes).to.deep.equal([false, false, true, false]);
  });

  it("is not counted on after an answer to the same question", () => {
    const failures = new Failures();
    for (let round = 0; round < 5; round += 1) {
      expect(failures.note("a:1", "chains")).to.equal(false);
      expect(failures.note("a:1", "chains")).to.equal(false);
      failures.clear("a:1", "chains");
    }
  });

  it("is counted on whatever else is answered, and whoever else does not", () => {
    const failures = new Failures();
    expect(failures.note("a:1", "chains")).to.equal(false);
    failures.clear("a:1", "round");
    expect(failures.note("a:1", "chains")).to.equal(false);
    expect(failures.note("b:1", "chains")).to.equal(false);
    expect(failures.note("a:1", "statement")).to.equal(false);
    expect(failures.note("a:1", "chains")).to.equal(true);
  });

  it("is forgotten of a host that is left alone", () => {
    const failures = new Failures();
    failures.note("a:1", "chains");
    failures.note("a:1", "chains");
    failures.forget("a:1");
    expect(failures.note("a:1", "chains")).to.equal(false);
  });

  it("is not kept of more hosts than a node can know", () => {
    const failures = new Failures();
    failures.note("a:1", "statement");
    failures.note("a:1", "statement");
    for (let index = 0; index < 2048; index += 1) failures.note(`h${index}:1`, "statement");
    expect(failures.note("a:1", "statement")).to.equal(false);
  });
});
