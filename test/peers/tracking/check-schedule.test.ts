import { expect } from "chai";
import { OfferedHosts } from "../../../src/peers/tracking/check-schedule.js";

const hosts = (count: number, name = "h"): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name}${index}:1`);

describe("Offered hosts (PROTOCOL 12.4)", () => {
  it("are each taken once", () => {
    const offered = new OfferedHosts();
    for (const host of ["a:1", "b:1", "a:1"]) expect(offered.add(host)).to.equal(true);
    expect(offered.take()).to.deep.equal(["a:1", "b:1"]);
    expect(offered.take()).to.deep.equal([]);
  });

  it("are at most 64", () => {
    const offered = new OfferedHosts();
    expect(hosts(70).filter((host) => offered.add(host))).to.have.length(64);
  });

  it("are at most eight from one stranger, so that others have room", () => {
    const offered = new OfferedHosts();
    expect(hosts(1000).filter((host) => offered.add(host, "203.0.113.1"))).to.have.length(8);
    expect(offered.add("a:1", "203.0.113.2")).to.equal(true);
    expect(offered.add("b:1")).to.equal(true);
    expect(offered.take()).to.have.length(10);
    expect(offered.add("h9:1", "203.0.113.1")).to.equal(true);
  });
});
