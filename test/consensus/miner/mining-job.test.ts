import { expect } from "chai";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { ChainError } from "../../../src/codec/chain-error.js";
import { parseJson } from "../../../src/codec/parse-json.js";
import { isProof } from "../../../src/consensus/miner/kernel.js";
import {
  createMiningJob,
  miningJobToValue,
  readMiningResult,
} from "../../../src/consensus/miner/mining-job.js";
import { readResourceBlock } from "../../../src/records/resource-block.js";
import { listIn, readVector } from "../../support/vectors.js";

const recorded = listIn(readVector("chain/resource.json")).map(readResourceBlock);

describe("consensus/miner/mining-job: the interface to miners (PROTOCOL 4.3, 10.2, 10.3)", () => {
  it("gives every recorded block a job that its own nonce solves", () => {
    for (const block of recorded) {
      const { prefix, limit } = createMiningJob(block);
      expect(prefix.length).to.equal(block.height === 1 ? 64 : 142);
      expect(isProof(prefix, block.nonce, limit), `block ${block.height}`).to.equal(true);
      expect(isProof(prefix, `${block.nonce} `, limit), `block ${block.height}`).to.equal(false);
    }
  });

  it("gives a job its limit, its timestamp and the end of a mining attempt, 15 s later", () => {
    const [block] = recorded;
    if (block === undefined) throw new TypeError("The recording has no blocks. ");
    const job = createMiningJob(block);
    expect(canonicalJson(miningJobToValue(job))).to.equal(
      `{"prefix":"${job.prefix}","difficulty":"100000",` +
        `"limit":"0000a7c5ac471b4784230fcf80dc33721d53cddd6e04c059210385c67dfe32a0",` +
        `"timestamp":${block.timestamp},"valid_until":${block.timestamp + 15_000_000}}`,
    );
  });

  it("reads a miner's result", () => {
    const text = `{"prefix":"ab","nonce":"${"z".repeat(64)}"}`;
    expect(readMiningResult(parseJson(text))).to.deep.equal({ prefix: "ab", nonce: "z".repeat(64) });
  });

  for (const text of [
    "[]",
    '{"prefix":"ab"}',
    '{"nonce":"ab"}',
    '{"prefix":"ab","nonce":5}',
    '{"prefix":["ab"],"nonce":"5"}',
    `{"prefix":"ab","nonce":"${"z".repeat(65)}"}`,
  ])
    it(`refuses ${text.slice(0, 40)} as a result`, () => {
      expect(() => readMiningResult(parseJson(text)))
        .to.throw(ChainError)
        .with.property("code", "RECORD_MALFORMED");
    });
});
