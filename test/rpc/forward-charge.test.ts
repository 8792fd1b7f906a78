import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import { createForwardCharge } from "../../src/rpc/forward-charge.js";
import { createRateLimiter } from "../../src/rpc/rate-limiter.js";

const [CALLER, PEER] = ["192.0.2.1", "ab".repeat(22)];
const list = (length: number): ReadonlyMap<string, Value> =>
  new Map([["forward", Array.from({ length }, () => null)]]);

describe("The charge for forwarded transactions (PROTOCOL 15.14)", () => {
  /** The address of the peer that proves to send a list. */
  let sender: string | null;
  const nowMs = (): number => 0;
  const limitRate = createRateLimiter(() => 40, nowMs);
  const charge = createForwardCharge({
    limitRate,
    limitPeers: createRateLimiter(() => 30, nowMs),
    forwarderOf: () => sender,
  });
  /** How many more requests the caller may make at once. */
  const left = (): number => {
    let count = 0;
    while (limitRate(CALLER) === 0) count += 1;
    limitRate(CALLER, -count);
    return count;
  };

  it("is nothing for one transaction, and one request for each further one of a list", () => {
    sender = null;
    charge(CALLER, new Map([["forward", 1n]]));
    charge(CALLER, list(1));
    expect(left()).to.equal(40);
    charge(CALLER, list(16));
    expect(left()).to.equal(25);
  });

  it("is paid with the reserved rate of a peer that proves its key, while that lasts", () => {
    sender = PEER;
    charge(CALLER, list(16));
    charge(CALLER, list(16));
    expect(left()).to.equal(25);
    charge(CALLER, list(16));
    expect(left()).to.equal(10);
  });
});
