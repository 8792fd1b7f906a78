import { expect } from "chai";
import { DistantNetwork, type DistanceOrder } from "./distant-network.js";

const ORDER: DistanceOrder = { seed: 2, nodes: 9, roundTrip: 300_000, tps: 20, seconds: 3 };
/** The holder of the newest slot among nine. */
const DECIDING = 7;
/** The median time to inclusion, s, where the interval is a second. */
const MEDIAN = 1.2;

describe("Nine nodes with a round trip of 300 ms (PROTOCOL 15.2, 15.14)", () => {
  for (const [title, order] of [
    ["of rules 1", ORDER],
    ["of rules 2", { ...ORDER, rules: 2 }],
    ["where packets are lost", { ...ORDER, loss: 0.01 }],
    ["where two validators do not follow the local rules", { ...ORDER, plain: 2 }],
  ] as const)
    it(`commit every transaction that they accept, soon, ${title}`, async () => {
      const { accepted, committed, inclusion, isAgreed } = await DistantNetwork.measure(order);
      expect(accepted).to.be.greaterThan(100);
      expect(committed).to.equal(accepted);
      expect(inclusion?.median).to.be.lessThan(MEDIAN);
      expect(isAgreed).to.equal(true);
    });

  it("pass over transactions only where a validator decides that does not follow the local rules", async () => {
    const { accepted, committed, passedOver } = await DistantNetwork.measure({
      ...ORDER,
      plain: 1,
      plainFrom: DECIDING,
    });
    expect(passedOver).to.be.greaterThan(0);
    expect(committed + passedOver).to.equal(accepted);
  });

  it("agree again after the network was cut in halves", async () => {
    const { isAgreed } = await DistantNetwork.measure({ ...ORDER, nodes: 4, seconds: 10, cutSeconds: 5 });
    expect(isAgreed).to.equal(true);
  });
});
