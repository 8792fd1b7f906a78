import { expect } from "chai";
import { ringNeighbours } from "../../../src/peers/tracking/ring.js";

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

describe("Neighbours in different networks (PROTOCOL 15.12)", () => {
  const addresses = ["1", "2", "3", "4", "5", "6", "7"];
  const chosen = (networks: Readonly<Record<string, string>>): readonly string[] =>
    ringNeighbours("0", addresses, (address) => networks[address] ?? null);

  it("are chosen between one distance and the next", () => {
    expect(chosen({ 1: "x", 2: "x", 3: "y", 4: "x", 5: "y", 6: "z" })).to.deep.equal(["1", "3", "6"]);
  });

  it("are those of the ring where all are in one network, or in none that counts", () => {
    expect(chosen(Object.fromEntries(addresses.map((address) => [address, "x"])))).to.deep.equal([
      "1",
      "2",
      "4",
    ]);
    expect(chosen({})).to.deep.equal(["1", "2", "4"]);
  });
});
