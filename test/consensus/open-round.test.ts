import { expect } from "chai";
import { hashOf } from "../../src/codec/hash.js";
import { sealsOf } from "../../src/consensus/open-round.js";
import { createHypothesis, hypothesisHash, type Hypothesis } from "../../src/records/hypothesis.js";
import { testKey } from "../support/keys.js";

const SLOTS = ["a", "b", "b", "c", "newest"];

describe("The seals that votes make (PROTOCOL 8.11, 9.6, 9.9)", () => {
  function vote(signer: string, s_timestamp: number): [string, Hypothesis] {
    const hypothesis_hash = hypothesisHash("", hashOf("root"));
    const content = { hypothesis_hash, previous_blockhash: "", s_timestamp, chunks: new Map() };
    return [signer, createHypothesis(content, testKey(signer).privateKey)];
  }
  /** The times in each seal. */
  const times = (votes: readonly [string, Hypothesis][], slots = SLOTS): readonly (readonly number[])[] =>
    Array.from(sealsOf(new Map(votes), slots), (seal) => seal.map(({ s_timestamp }) => s_timestamp));

  it("are first the newest slot's alone, then that of the others", () => {
    expect(times([vote("a", 1), vote("newest", 3), vote("b", 2)])).to.deep.equal([[3], [1, 2, 3]]);
  });

  it("cover more than 0.6 of the slots, a signer counting for each slot it holds", () => {
    expect(times([vote("a", 1), vote("b", 2)])).to.deep.equal([]);
    expect(times([vote("a", 1), vote("b", 2), vote("c", 3)])).to.deep.equal([[1, 2, 3]]);
  });

  it("are no more than needed, the oldest first", () => {
    const slots = ["a", "b", "b", "c", "c", "newest"];
    expect(times([vote("a", 9), vote("c", 2), vote("b", 1)], slots)).to.deep.equal([[1, 2]]);
  });

  it("exclude votes of signers without a slot", () => {
    expect(times([vote("a", 1), vote("c", 3), vote("stranger", 1)])).to.deep.equal([]);
  });
});
