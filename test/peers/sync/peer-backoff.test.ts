import { expect } from "chai";
import { PeerBackoff } from "../../../src/peers/sync/peer-backoff.js";

const SECOND_US = 1_000_000;

describe("Peers that kept the node waiting", () => {
  let backoff: PeerBackoff;
  beforeEach(() => {
    backoff = new PeerBackoff();
  });

  it("are passed over for as long as they kept it waiting, and at least a second", () => {
    backoff.delay("a:1", 5 * SECOND_US, 0);
    backoff.delay("b:1", 0, 0);
    expect([
      backoff.isDelayed("a:1", 5 * SECOND_US - 1),
      backoff.isDelayed("a:1", 5 * SECOND_US),
    ]).to.deep.equal([true, false]);
    expect([backoff.isDelayed("b:1", SECOND_US - 1), backoff.isDelayed("b:1", SECOND_US)]).to.deep.equal([
      true,
      false,
    ]);
  });

  it("are passed over twice as long each time in a row, up to ten minutes, until they give what they announced", () => {
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]) {
      backoff.delay("a:1", 0, 0);
      expect(backoff.isDelayed("a:1", seconds * SECOND_US - 1), `${seconds}`).to.equal(true);
      expect(backoff.isDelayed("a:1", seconds * SECOND_US), `${seconds}`).to.equal(false);
    }
    backoff.clear("a:1");
    backoff.delay("a:1", 0, 0);
    expect(backoff.isDelayed("a:1", SECOND_US)).to.equal(false);
  });

  it("are passed over for a second, however often, when another peer only goes first", () => {
    for (let time = 0; time < 3; time += 1) {
      backoff.pause("a:1", 0);
      expect([backoff.until("a:1", 0), backoff.isFaulty("a:1", 0)]).to.deep.equal([SECOND_US, false]);
    }
    backoff.delay("a:1", 4 * SECOND_US, 0, { isFault: true });
    backoff.pause("a:1", 0);
    expect([backoff.until("a:1", 0), backoff.isFaulty("a:1", 0)]).to.deep.equal([SECOND_US, true]);
    backoff.delay("a:1", 0, 0);
    expect(backoff.until("a:1", 0)).to.equal(8 * SECOND_US);
  });

  it("are a bounded number: the oldest is asked again", () => {
    for (let index = 0; index <= 64; index += 1) backoff.delay(`h${index}:1`, 0, 0);
    expect([
      backoff.isDelayed("h0:1", 1),
      backoff.isDelayed("h1:1", 1),
      backoff.isDelayed("h64:1", 1),
    ]).to.deep.equal([false, true, true]);
  });
});
