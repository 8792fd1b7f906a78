import { expect } from "chai";
import { UnheardPeers } from "../../../src/peers/sync/unheard-peers.js";

const SECOND_US = 1_000_000;

describe("Peers that kept the node waiting", () => {
  let peers: UnheardPeers;
  beforeEach(() => {
    peers = new UnheardPeers();
  });

  it("are passed over for as long as they kept it waiting, and at least a second", () => {
    peers.leave("a:1", 5 * SECOND_US, 0);
    peers.leave("b:1", 0, 0);
    expect([peers.has("a:1", 5 * SECOND_US - 1), peers.has("a:1", 5 * SECOND_US)]).to.deep.equal([
      true,
      false,
    ]);
    expect([peers.has("b:1", SECOND_US - 1), peers.has("b:1", SECOND_US)]).to.deep.equal([true, false]);
  });

  it("are passed over twice as long each time in a row, up to ten minutes, until they give what they announced", () => {
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]) {
      peers.leave("a:1", 0, 0);
      expect(peers.has("a:1", seconds * SECOND_US - 1), `${seconds}`).to.equal(true);
      expect(peers.has("a:1", seconds * SECOND_US), `${seconds}`).to.equal(false);
    }
    peers.forgive("a:1");
    peers.leave("a:1", 0, 0);
    expect(peers.has("a:1", SECOND_US)).to.equal(false);
  });

  it("are a bounded number: the oldest is asked again", () => {
    for (let index = 0; index <= 64; index += 1) peers.leave(`h${index}:1`, 0, 0);
    expect([peers.has("h0:1", 1), peers.has("h1:1", 1), peers.has("h64:1", 1)]).to.deep.equal([
      false,
      true,
      true,
    ]);
  });
});
