import { expect } from "chai";
import { createRateLimiter } from "../../src/rpc/rate-limiter.js";

describe("createRateLimiter", () => {
  let nowMs: number;
  const clock = (): number => nowMs;
  beforeEach(() => {
    nowMs = 1000;
  });

  it("lets the given number of requests a second pass, at once or spread, and not one more", () => {
    const limit = createRateLimiter(() => 5, clock);
    expect(Array.from({ length: 6 }, () => limit("192.0.2.1"))).to.deep.equal([0, 0, 0, 0, 0, 1]);
    nowMs += 200;
    expect([limit("192.0.2.1"), limit("192.0.2.1")]).to.deep.equal([0, 1]);
    nowMs += 60_000;
    expect(Array.from({ length: 6 }, () => limit("192.0.2.1"))).to.deep.equal([0, 0, 0, 0, 0, 1]);
  });

  it("lets a caller wait for what an admitted request has turned out to hold", () => {
    const limit = createRateLimiter(() => 4, clock);
    expect([limit("192.0.2.1"), limit("192.0.2.1", 15), limit("192.0.2.1")]).to.deep.equal([0, 0, 4]);
    nowMs += 3000;
    expect([limit("192.0.2.1"), limit("192.0.2.2")]).to.deep.equal([1, 0]);
    nowMs += 1000;
    expect(limit("192.0.2.1")).to.equal(0);
  });

  it("takes another limit from the next request on", () => {
    let perSecond = 1;
    const limit = createRateLimiter(() => perSecond, clock);
    expect([limit("192.0.2.1"), limit("192.0.2.1")]).to.deep.equal([0, 1]);
    perSecond = 0;
    expect([limit("192.0.2.1"), limit("192.0.2.1")]).to.deep.equal([0, 0]);
    perSecond = 2;
    nowMs += 1000;
    expect([limit("192.0.2.1"), limit("192.0.2.1"), limit("192.0.2.1")]).to.deep.equal([0, 0, 1]);
  });

  it("counts each address separately", () => {
    const limit = createRateLimiter(() => 1, clock);
    expect([limit("192.0.2.1"), limit("192.0.2.2"), limit("192.0.2.1")]).to.deep.equal([0, 0, 1]);
  });

  it("returns the seconds to wait when the limit is below one request a second", () => {
    const limit = createRateLimiter(() => 1 / 8, clock);
    expect([limit("192.0.2.1"), limit("192.0.2.1")]).to.deep.equal([0, 8]);
    nowMs += 4000;
    expect(limit("192.0.2.1")).to.equal(4);
    nowMs += 4000;
    expect(limit("192.0.2.1")).to.equal(0);
  });

  it("does not count loopback addresses, nor anything when there is no limit", () => {
    const limit = createRateLimiter(() => 1, clock);
    for (const address of ["127.0.0.1", "127.9.8.7", "::1"]) {
      expect([limit(address), limit(address), limit(address)], address).to.deep.equal([0, 0, 0]);
    }
    const none = createRateLimiter(() => 0, clock);
    expect([none("192.0.2.1"), none("192.0.2.1")]).to.deep.equal([0, 0]);
  });

  it("forgets addresses that were quiet, and holds the others to the limit", () => {
    const limit = createRateLimiter(() => 1, clock);
    limit("192.0.2.1");
    for (let index = 0; index < 9999; index += 1) limit(`2001:db8::${index.toString(16)}`);
    expect(limit("192.0.2.1")).to.equal(1);
    nowMs += 500;
    expect(limit("198.51.100.1")).to.equal(0);
    expect(limit("2001:db8::270e")).to.equal(1);
  });
});
