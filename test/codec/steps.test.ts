import { expect } from "chai";
import { merkleRoot, merkleRootInSteps } from "../../src/codec/hash.js";
import { allSteps, type Steps, sortInSteps } from "../../src/codec/steps.js";
import { createSeededRandom, seeded } from "../support/seeded-random.js";

/** Longer than a step of any kind, and not a power of two. */
const LENGTH = 20_001;

function countSteps<T>(steps: Steps<T>): number {
  let count = 0;
  while (steps.next().done !== true) count += 1;
  return count;
}

describe("Long lists in steps", () => {
  const random = createSeededRandom();
  const texts = Array.from({ length: LENGTH }, () => Math.floor(random() * LENGTH).toString(36));

  it(seeded("are sorted as JavaScript sorts them, with equal texts and code units beyond ASCII"), () => {
    expect(allSteps(sortInSteps(texts))).to.deep.equal(texts.toSorted());
    const others = ["b", "é", "a", "", "😀", "￿", "b"];
    expect(allSteps(sortInSteps(others))).to.deep.equal(others.toSorted());
    expect(allSteps(sortInSteps([]))).to.deep.equal([]);
  });

  it("have the same merkle root as at once", () => {
    expect(allSteps(merkleRootInSteps(texts))).to.equal(merkleRoot(texts));
  });

  it("take many steps", () => {
    expect(countSteps(sortInSteps(texts))).to.be.above(20);
    expect(countSteps(merkleRootInSteps(texts))).to.be.above(100);
  });
});
