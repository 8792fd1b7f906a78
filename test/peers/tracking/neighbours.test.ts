import { expect } from "chai";
import { ringNeighbours } from "../../../src/peers/tracking/ring-neighbours.js";

describe("Ring neighbours (PROTOCOL 12.7)", () => {
  it("are at the distances 1, 2, 4, 8 around the ring of addresses", () => {
    const addresses = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
    expect(ringNeighbours("0", addresses)).to.deep.equal(["1", "2", "4", "8"]);
    expect(ringNeighbours("8", addresses)).to.deep.equal(["9", "0", "2", "6"]);
  });

  it("are the same in any order of the addresses, with or without the node's own", () => {
    expect(ringNeighbours("b", ["d", "a", "c"])).to.deep.equal(["c", "d"]);
    expect(ringNeighbours("b", ["b"])).to.deep.equal([]);
  });
});
