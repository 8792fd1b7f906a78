import { expect } from "chai";
import { ChainError } from "../../../src/codec/chain-error.js";
import {
  assertPrefix,
  assertSalt,
  COUNTERS_PER_SCAN,
  lastBlockOf,
  nonceOf,
  SALT_DIGITS,
  varyingWords,
} from "../../../src/consensus/miner/nonce.js";
import { wordsOf } from "../../../src/consensus/miner/sha256.js";
import { MAX_NONCE_LENGTH } from "../../../src/records/limits.js";

const SALT = "5a".repeat(SALT_DIGITS / 2);

describe("consensus/miner/nonce: nonces that cost one compression (PROTOCOL 10.2)", () => {
  for (const length of [64, 142]) {
    const prefix = "c".repeat(length);

    it(`fits a prefix of ${length} characters: at most 64 characters long, ending at a word`, () => {
      const nonce = nonceOf(prefix, SALT, 0xabcdef);
      expect(nonce).to.match(/^(5a)+000000abcdef$/);
      expect(nonce.length).to.be.at.most(MAX_NONCE_LENGTH);
      expect((length + nonce.length) % 64).to.equal(52);
    });

    it(`pads the last block after a prefix of ${length} characters`, () => {
      const text = prefix + nonceOf(prefix, SALT, 0x1ffff);
      const block = lastBlockOf(prefix, SALT, 0x1ffff);
      expect([...block.subarray(0, 12)]).to.deep.equal([...wordsOf(text.slice(-52, -4))]);
      expect([...block.subarray(12)]).to.deep.equal([0, -0x80000000, 0, text.length * 8]);
    });
  }

  it("encodes every counter of a scan as the word of its four digits", () => {
    const words = varyingWords();
    expect(words.length).to.equal(COUNTERS_PER_SCAN);
    expect([words[0], words[0xa1]]).to.deep.equal([...wordsOf("000000a1")]);
    expect(words[COUNTERS_PER_SCAN - 1]).to.equal(wordsOf("ffff")[0]);
  });

  it("accepts prefixes of at most 28 characters beyond whole blocks", () => {
    for (const length of [0, 28, 64, 92, 142, 156])
      expect(() => assertPrefix("0".repeat(length))).not.to.throw();
    for (const prefix of ["0".repeat(29), "0".repeat(63), "0".repeat(191), "é", "AB", "g"])
      expect(() => assertPrefix(prefix), prefix)
        .to.throw(ChainError)
        .with.property("code", "MINING_PREFIX");
  });

  it("accepts a salt of exactly its digits", () => {
    expect(() => assertSalt(SALT)).not.to.throw();
    for (const salt of ["", SALT.slice(1), `${SALT}0`, SALT.toUpperCase()])
      expect(() => assertSalt(salt), salt)
        .to.throw(ChainError)
        .with.property("code", "MINING_SALT");
  });
});
