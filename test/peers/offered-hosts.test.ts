import { expect } from "chai";
import { OfferedHosts } from "../../src/peers/offered-hosts.js";

const hosts = (count: number, name = "h"): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name}${index}:1`);

describe("hosts that are offered", () => {
  it("are taken once, each of them", () => {
    const offered = new OfferedHosts();
    for (const host of ["a:1", "b:1", "a:1"]) expect(offered.add(host)).to.equal(true);
    expect(offered.take()).to.deep.equal(["a:1", "b:1"]);
    expect(offered.take()).to.deep.equal([]);
  });

  it("are sixty-four at most", () => {
    const offered = new OfferedHosts();
    expect(hosts(70).filter((host) => offered.add(host))).to.have.length(64);
  });

  it("are eight at most of one stranger, so that there is room for those of others", () => {
    const offered = new OfferedHosts();
    expect(hosts(1000).filter((host) => offered.add(host, "203.0.113.1"))).to.have.length(8);
    expect(offered.add("a:1", "203.0.113.2")).to.equal(true);
    expect(offered.add("b:1")).to.equal(true);
    expect(offered.take()).to.have.length(10);
    expect(offered.add("h9:1", "203.0.113.1")).to.equal(true);
  });
});
