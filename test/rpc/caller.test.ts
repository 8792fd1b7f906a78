import { expect } from "chai";
import { callerAt, isLoopback } from "../../src/rpc/caller.js";

describe("callerAt", () => {
  const callers: Readonly<Record<string, string>> = {
    "192.0.2.1": "192.0.2.1",
    "::ffff:192.0.2.1": "192.0.2.1",
    "::FFFF:192.0.2.1": "192.0.2.1",
    "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
    "2001:db8:1:2::6": "2001:db8:1:2::/64",
    "2001:db8::6": "2001:db8:0:0::/64",
    "2001:db8:0:0:9::": "2001:db8:0:0::/64",
    "fe80::1%eth0": "fe80:0:0:0::/64",
    "::": "0:0:0:0::/64",
    "::1": "::1",
    "": "",
  };
  for (const [address, caller] of Object.entries(callers)) {
    it(`maps ${address === "" ? "no address" : address} to ${caller === "" ? "no caller" : caller}`, () => {
      expect(callerAt(address)).to.equal(caller);
    });
  }

  it("recognizes loopback in every spelling", () => {
    for (const address of ["127.0.0.1", "127.9.8.7", "::ffff:127.0.0.1", "::1"]) {
      expect(isLoopback(callerAt(address)), address).to.equal(true);
    }
    for (const address of ["128.0.0.1", "::2", "::ffff:12.7.0.1", ""]) {
      expect(isLoopback(callerAt(address)), address).to.equal(false);
    }
  });
});
