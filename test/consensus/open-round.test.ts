import { expect } from "chai";
import { hashOf } from "../../src/codec/hash.js";
import { chooseSeal } from "../../src/consensus/open-round.js";
import { createHypothesis, hypothesisHash, type Hypothesis } from "../../src/records/hypothesis.js";
import { testKey } from "../support/keys.js";

const KEY = "";
const ROOT = hashOf("root");
const HASH = hypothesisHash(KEY, ROOT);
const SLOTS = ["a", "b", "b", "c", "newest"];

describe("The hypotheses that seal a block (PROTOCOL 8.11, 9.6, 9.9)", () => {
  function hypothesis(signer: string, s_timestamp: number, transactionRoot = ROOT): [string, Hypothesis] {
    const hypothesis_hash = hypothesisHash(KEY, transactionRoot);
    const content = { hypothesis_hash, previous_blockhash: KEY, s_timestamp, chunks: new Map() };
    return [signer, createHypothesis(content, testKey(signer).privateKey)];
  }
  /** The times of the chosen hypotheses. */
  const times = (...held: readonly [string, Hypothesis][]): readonly number[] | undefined =>
    chooseSeal(new Map(held), HASH, SLOTS)?.map(({ s_timestamp }) => s_timestamp);

  it("are the newest slot's alone", () => {
    expect(times(hypothesis("a", 1), hypothesis("newest", 3), hypothesis("b", 2))).to.deep.equal([3]);
  });

  it("cover more than 0.6 of the slots, a signer counting for each slot it holds", () => {
    expect(times(hypothesis("a", 1), hypothesis("b", 2))).to.equal(undefined);
    expect(times(hypothesis("a", 1), hypothesis("b", 2), hypothesis("c", 3))).to.deep.equal([1, 2, 3]);
  });

  it("are no more than needed, the oldest first", () => {
    const slots = ["a", "b", "b", "c", "c", "newest"];
    const held = new Map([hypothesis("a", 9), hypothesis("c", 2), hypothesis("b", 1)]);
    const chosen = chooseSeal(held, HASH, slots);
    expect(chosen?.map(({ s_timestamp }) => s_timestamp)).to.deep.equal([1, 2]);
  });

  it("exclude those on other transactions, and those of signers without a slot", () => {
    const other = hypothesis("b", 2, hashOf("other"));
    expect(times(hypothesis("a", 1), other, hypothesis("c", 3), hypothesis("stranger", 1))).to.equal(
      undefined,
    );
  });
});
