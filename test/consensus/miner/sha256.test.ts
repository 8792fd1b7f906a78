import { expect } from "chai";
import { createHash } from "node:crypto";
import { INITIAL_STATE, midstateOf, wordsOf } from "../../../src/consensus/miner/sha256.js";

function hexOf(state: Int32Array): string {
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** A message of fewer than 56 characters, padded to the one block it fills (FIPS 180-4 5.1.1). */
function padded(message: string): string {
  return `${message}\x80`.padEnd(63, "\0") + String.fromCharCode(message.length * 8);
}

describe("consensus/miner/sha256: the pieces of SHA-256", () => {
  for (const message of ["", "abc", "0123456789abcdef"]) {
    it(`hashes "${message}" as node:crypto does`, () => {
      const expected = createHash("sha256").update(message).digest("hex");
      expect(hexOf(midstateOf(padded(message)))).to.equal(expected);
    });
  }

  it("begins with the initial state and uses whole blocks only", () => {
    expect([...midstateOf("a".repeat(63))]).to.deep.equal([...Int32Array.from(INITIAL_STATE)]);
    expect([...midstateOf("a".repeat(142))]).to.deep.equal([...midstateOf("a".repeat(128))]);
  });

  it("carries a state from block to block", () => {
    expect([...midstateOf("a".repeat(128))]).not.to.deep.equal([...midstateOf("a".repeat(64))]);
  });

  it("reads words big-endian", () => {
    expect([...wordsOf("abcd\x80\0\0\0")]).to.deep.equal([0x61626364, -0x80000000]);
  });
});
