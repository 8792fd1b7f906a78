import { expect } from "chai";
import { DistantNetwork, type DistanceOrder } from "./distant-network.js";

const ORDER: DistanceOrder = { seed: 1, nodes: 4, roundTrip: "world", tps: 10, seconds: 2 };

// A sample: distance.slow.test.ts runs nine nodes too.

describe("Nodes that are far from each other (PROTOCOL 15.2, 15.14)", () => {
  it("commit every transaction that they accept, also at followers and at the end of a narrow line", async () => {
    const narrow = { index: 3, bitsPerSecond: 512_000 };
    const { accepted, committed, isAgreed } = await DistantNetwork.measure({
      ...ORDER,
      followers: 1,
      narrow,
    });
    expect(accepted).to.be.greaterThan(40);
    expect(committed).to.equal(accepted);
    expect(isAgreed).to.equal(true);
  });

  it("give the same result for the same order", async () => {
    const order = { ...ORDER, nodes: 2, loss: 0.02 };
    expect(await DistantNetwork.measure(order)).to.deep.equal(await DistantNetwork.measure(order));
  });
});
