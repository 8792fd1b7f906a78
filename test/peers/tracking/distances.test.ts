import { expect } from "chai";
import { Distances } from "../../../src/peers/tracking/ring.js";

describe("The distances of hosts (PROTOCOL 15.14)", () => {
  const distances = new Distances();
  distances.note("near:1", 10_000);
  distances.note("far:1", 300_000);
  distances.note("far:1", 200_000);
  distances.note("asked:1", 150_000);
  const isAsked = (host: string): boolean => host === "asked:1";

  it("count one way from hosts that send, and a round trip from those that are asked", () => {
    expect(distances.farthestUs(["far:1"], isAsked)).to.equal(100_000);
    expect(distances.farthestUs(["asked:1"], isAsked)).to.equal(150_000);
  });

  it("are the second longest, so that no single host makes them longer", () => {
    expect(distances.farthestUs(["near:1", "far:1", "asked:1", "asked:1"], isAsked)).to.equal(100_000);
    expect(distances.farthestUs(["unknown:1"], isAsked)).to.equal(0);
  });
});
