import { expect } from "chai";
import { addUnits, rewardShares, type RewardInput } from "../../src/ledger/settle-block.js";
import { createNetwork, PUBLIC_NETWORK } from "../../src/records/network.js";

const network = createNetwork(PUBLIC_NETWORK);
const { credit_amount: CREDIT, standard_amount: STANDARD, resource_confirm_count: C } = network.constants;

function shares(input: Partial<RewardInput>): ReadonlyMap<string, bigint> {
  return rewardShares(network, {
    fixedHeight: C,
    recycleResource: "0",
    miners: [],
    beneficiaries: [],
    ...input,
  });
}

function total(paid: ReadonlyMap<string, bigint>): bigint {
  return [...paid.values()].reduce((sum, share) => sum + share, 0n);
}

describe("The reward of a resource block (PROTOCOL 8.9)", () => {
  it("is the credit amount below the confirm count and the standard amount from there on", () => {
    expect(total(shares({ fixedHeight: C - 1, miners: ["m"] }))).to.equal(CREDIT);
    expect(total(shares({ fixedHeight: C, miners: ["m"] }))).to.equal(STANDARD);
  });

  it("includes the recycled resource, whole units only", () => {
    expect(total(shares({ miners: ["m"], recycleResource: "64.9" }))).to.equal(STANDARD + 64n);
  });

  it("gives each slot a 32nd, and splits the rest evenly among the distinct recipients", () => {
    const paid = shares({ miners: ["a", "b", "a"], beneficiaries: ["c", "b"] });
    const slot = STANDARD / 32n;
    const even = (STANDARD - 3n * slot) / 3n;
    expect([...paid]).to.deep.equal([
      ["a", even + 2n * slot],
      ["b", even + slot],
      ["c", even],
    ]);
  });

  it("never exceeds the total", () => {
    const paid = shares({
      miners: ["a", "b", "c", "a", "b", "c", "a"],
      beneficiaries: ["d"],
      recycleResource: "7",
    });
    expect(total(paid) <= STANDARD + 7n).to.equal(true);
    expect(total(paid) > STANDARD - 7n).to.equal(true);
  });

  it("is added to an amount that keeps its digits after the point", () => {
    expect(addUnits(null, 5n)).to.equal("5");
    expect(addUnits("1.50", 5n)).to.equal("6.50");
    expect(addUnits("no number", 5n)).to.equal("5");
  });
});
