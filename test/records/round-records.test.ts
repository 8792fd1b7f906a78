import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import { merkleRoot, timeHash } from "../../src/codec/hash.js";
import { isMap, type Value } from "../../src/codec/value.js";
import { assertChunkSigned, chunkToValue, createChunk, readChunk } from "../../src/records/chunk.js";
import {
  assertHypothesisSigned,
  createHypothesis,
  hypothesisHash,
  hypothesisToValue,
  readHypothesis,
} from "../../src/records/hypothesis.js";
import { assertRoundTime, floorToInterval } from "../../src/records/round-time.js";
import { readMainBlock } from "../../src/records/main-block.js";
import { testKey } from "../support/keys.js";
import { listIn, readVector } from "../support/vectors.js";

const validator = testKey("validator");
const previous_blockhash = timeHash("tip", 1_000_000);
const transactions = ["b", "a", "c"].map((text) => timeHash(text, 1_500_000));

function withMember(value: Value, name: string, member: Value): Value {
  if (!isMap(value)) throw new TypeError("The record is not a map. ");
  return new Map(value).set(name, member);
}

describe("chunk (PROTOCOL 9.5, 9.10)", () => {
  const chunk = createChunk(
    { previous_blockhash, transactions, s_timestamp: 2_000_000 },
    validator.privateKey,
  );

  it("signs its hash, reads back, and keeps its transactions in order of hash", () => {
    expect(() => assertChunkSigned(chunk)).not.to.throw();
    expect(readChunk(chunkToValue(chunk))).to.deep.equal(chunk);
    expect(chunk.transactions).to.deep.equal(transactions.toSorted());
  });

  it("has the same hash for every order of its transactions", () => {
    expect(() => assertChunkSigned({ ...chunk, transactions })).not.to.throw();
  });

  it("is refused with the content or the signature of another chunk", () => {
    expect(() => assertChunkSigned({ ...chunk, transactions: transactions.slice(1) }))
      .to.throw(ChainError)
      .with.property("code", "CHUNK_HASH");
    expect(() => assertChunkSigned({ ...chunk, public_key: testKey("other").publicKey }))
      .to.throw(ChainError)
      .with.property("code", "CHUNK_SIGNATURE");
  });

  it("is refused unless its transactions are a list of distinct hashes within the limit", () => {
    const value = chunkToValue(chunk);
    const many = Array.from({ length: 2049 }, (_, index) => timeHash(index.toString(), 1));
    const [first = ""] = transactions;
    for (const member of ["x", ["x"], [1n], [first, first], many])
      expect(() => readChunk(withMember(value, "transactions", member))).to.throw(
        ChainError,
        "transactions must be",
      );
    expect(readChunk(withMember(value, "transactions", many.slice(1))).transactions).to.have.length(2048);
  });
});

describe("hypothesis (PROTOCOL 9.7, 9.8, 9.10)", () => {
  const hypothesis = createHypothesis(
    {
      previous_blockhash,
      s_timestamp: 2_000_000,
      chunks: new Map([[validator.address, timeHash("chunk", 2_000_000)]]),
      hypothesis_hash: hypothesisHash(previous_blockhash, merkleRoot(transactions.toSorted())),
    },
    validator.privateKey,
  );

  it("signs its hash and reads back", () => {
    expect(() => assertHypothesisSigned(hypothesis)).not.to.throw();
    expect(readHypothesis(hypothesisToValue(hypothesis))).to.deep.equal(hypothesis);
  });

  it("has the hash in the recorded chain's seals", () => {
    for (const record of listIn(readVector("chain/main.json")).slice(0, 5)) {
      const block = readMainBlock(record);
      const root = merkleRoot(block.transactions.map(({ hash }) => hash));
      const [entry] = block.seal.values();
      expect(hypothesisHash(block.previous_blockhash, root)).to.equal(entry?.hypothesis_hash);
    }
  });

  it("is refused with the signature of another hypothesis or malformed chunk hashes", () => {
    expect(() => assertHypothesisSigned({ ...hypothesis, public_key: testKey("other").publicKey }))
      .to.throw(ChainError)
      .with.property("code", "HYPOTHESIS_SIGNATURE");
    const value = hypothesisToValue(hypothesis);
    for (const member of ["x", ["x"], new Map([["a", "00"]]), new Map([["a", 5n]])])
      expect(() => readHypothesis(withMember(value, "chunks", member))).to.throw(
        ChainError,
        "chunks must be",
      );
  });
});

describe("round time (PROTOCOL 8.10, 9.3, 9.10)", () => {
  const bounds = { tip: 10_000_000, now: 12_300_000, interval: 1_000_000 };

  it("is a multiple of the interval, at least one after the tip and not after now (PROTOCOL 15.1)", () => {
    for (const time of [11_000_000, 12_000_000]) expect(() => assertRoundTime(time, bounds)).not.to.throw();
    expect(() => assertRoundTime(13_000_000, { ...bounds, now: 13_000_000 })).not.to.throw();
    expect(() => assertRoundTime(11_500_000, bounds)).to.throw(ChainError, "a multiple of the interval");
    expect(() => assertRoundTime(10_000_000, bounds)).to.throw(ChainError, "at least one interval");
    expect(() => assertRoundTime(13_000_000, bounds)).to.throw(ChainError, "clocks differ");
  });

  it("is the present time floored to the interval", () => {
    expect(floorToInterval(12_300_000, 1_000_000)).to.equal(12_000_000);
    expect(floorToInterval(12_000_000, 1_000_000)).to.equal(12_000_000);
  });
});
