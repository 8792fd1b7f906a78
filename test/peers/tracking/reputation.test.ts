import { expect } from "chai";
import { LostPeers } from "../../../src/peers/tracking/reputation.js";

describe("Peers that no longer answer (PROTOCOL 12.5, 12.6)", () => {
  it("are tried until they answer, but not forever", () => {
    const lost = new LostPeers();
    lost.add("a:1");
    lost.add("b:1");
    expect(lost.next()).to.deep.equal(["a:1", "b:1"]);
    lost.remove("a:1");
    let tries = 1;
    while (lost.next().length > 0) tries += 1;
    expect(tries).to.equal(24);
  });

  it("are a bounded number", () => {
    const lost = new LostPeers();
    for (let index = 0; index < 1000; index += 1) lost.add(`h${index}:1`);
    expect(lost.next()).to.have.length(64);
  });
});
