import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import { forwarderOf, proveForwards, type ForwardPlace } from "../../src/peers/forwarding/forward-proof.js";
import { testIdentity } from "../support/keys.js";

const SENDER = testIdentity("sender").peer;
const PLACE: ForwardPlace = { networkKey: "ab".repeat(32), to: "receiver", nowUs: 1_800_000_000_000_000 };
const records = ["a", "b"].map((signature) => new Map<string, Value>([["signature", signature]]));

describe("The proof of who forwards transactions (PROTOCOL 15.14)", () => {
  const proof = proveForwards(records, PLACE, SENDER);

  it("names the peer key that made it", () => {
    expect(forwarderOf(records, proof, { ...PLACE, nowUs: PLACE.nowUs + 4_000_000 })).to.equal(
      SENDER.address,
    );
  });

  it("holds for no other transactions, receiver, network or time", () => {
    const [first, second] = records;
    for (const others of [[], [first ?? null], [second ?? null, first ?? null], null])
      expect(forwarderOf(others, proof, PLACE)).to.equal(null);
    for (const other of [
      { to: "another" },
      { networkKey: "cd".repeat(32) },
      { nowUs: PLACE.nowUs + 6_000_000 },
    ])
      expect(forwarderOf(records, proof, { ...PLACE, ...other })).to.equal(null);
  });

  it("names no key when it is malformed", () => {
    for (const malformed of [
      undefined,
      1n,
      new Map(),
      new Map<string, Value>([...proof, ["signature", "00"]]),
    ])
      expect(forwarderOf(records, malformed, PLACE)).to.equal(null);
  });
});
