import { expect } from "chai";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { createChunk, type Chunk, type ChunkContent } from "../../src/records/chunk.js";
import { createHypothesis, type Hypothesis, type HypothesisContent } from "../../src/records/hypothesis.js";
import { readSignedTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { hashOf, timeHash } from "../../src/codec/hash.js";
import { expectRejection } from "../support/expect-rejection.js";
import { FastSigner } from "../support/fast-signer.js";
import { testKey } from "../support/keys.js";
import { Validator } from "../support/validator.js";
import { OFFICE_START_US, prepareValidatorChain, type ValidatorChain } from "../support/validator-chain.js";

const SECOND_US = 1_000_000;
const NOW_US = OFFICE_START_US + 10 * SECOND_US;

describe("The records that a node accepts from others into the round (PROTOCOL 9.1, 9.2, 9.10, 9.11)", () => {
  let chain: ValidatorChain;
  let node: Validator;
  let other: KeyPair;
  let transaction: SignedTransaction;

  let clock: VirtualClock;

  before(async () => {
    chain = await prepareValidatorChain([0, 1, 2]);
  });
  beforeEach(async () => {
    const [, peer, own] = chain.identities.map((identity) => identity.node) as [KeyPair, KeyPair, KeyPair];
    other = peer;
    clock = new VirtualClock(NOW_US);
    node = await Validator.open(chain, own, clock);
    const [alice, bob] = devAccounts() as [KeyPair, KeyPair];
    const members = new FastSigner(alice).transfer(bob.address, NOW_US - 1);
    transaction = readSignedTransaction({ ...members, transaction: parseJson(members.transaction) });
    await node.submit(transaction);
  });
  afterEach(() => node.ledger.store.close());

  function chunk(content: Partial<ChunkContent> = {}, { privateKey } = other): Chunk {
    const previous_blockhash = node.ledger.tip.blockhash;
    const transactions = [transaction.hash];
    return createChunk({ previous_blockhash, s_timestamp: NOW_US, transactions, ...content }, privateKey);
  }
  function hypothesis(content: Partial<HypothesisContent> = {}, { privateKey } = other): Hypothesis {
    const previous_blockhash = node.ledger.tip.blockhash;
    const hypothesis_hash = hashOf("root");
    const chunks = new Map([[other.address, chunk().chunk_hash]]);
    const whole = { previous_blockhash, s_timestamp: NOW_US, chunks, hypothesis_hash, ...content };
    return createHypothesis(whole, privateKey);
  }
  const refused = (offer: Promise<boolean>, code: string) => expectRejection(offer, code, "refused");

  it("accepts a validator's chunk once, and replaces it by a newer one only", async () => {
    expect(await node.book.offerChunk(chunk())).to.equal(true);
    expect(await node.book.offerChunk(chunk())).to.equal(false);
    const newer = chunk({ s_timestamp: NOW_US + SECOND_US });
    await clock.advance(SECOND_US);
    expect(await node.book.offerChunk(newer)).to.equal(true);
    expect(await node.book.offerChunk(chunk())).to.equal(false);
    expect([...node.book.chunks]).to.deep.equal([[other.address, newer]]);
  });

  it("keeps the first of two chunks that a validator signed for one time", async () => {
    await node.book.offerChunk(chunk());
    expect(await node.book.offerChunk(chunk({ transactions: [] }))).to.equal(false);
    expect(node.book.chunks.get(other.address)).to.deep.equal(chunk());
  });

  it("notes statements that contradict each other, once for each signer and time (PROTOCOL 15.5)", async () => {
    await node.book.offerChunk(chunk());
    await node.book.offerHypothesis(hypothesis());
    expect(node.book.conflicts.count).to.equal(0);
    for (let time = 0; time < 2; time += 1) {
      expect(await node.book.offerChunk(chunk({ transactions: [] }))).to.equal(false);
      expect(await node.book.offerHypothesis(hypothesis({ hypothesis_hash: hashOf("other") }))).to.equal(
        false,
      );
    }
    const { address: signer } = other;
    expect(node.book.conflicts.all).to.deep.equal([
      {
        kind: "chunk",
        signer,
        previous_blockhash: node.ledger.tip.blockhash,
        s_timestamp: NOW_US,
        hashes: [chunk().chunk_hash, chunk({ transactions: [] }).chunk_hash],
      },
      {
        kind: "hypothesis",
        signer,
        previous_blockhash: node.ledger.tip.blockhash,
        s_timestamp: NOW_US,
        hashes: [
          hypothesis().hypothesis_hash,
          hypothesis({ hypothesis_hash: hashOf("other") }).hypothesis_hash,
        ],
      },
    ]);
    // The first ones count, and the validator is not punished.
    expect(node.book.chunks.get(signer)).to.deep.equal(chunk());
    expect(node.book.hypotheses.get(signer)).to.deep.equal(hypothesis());
  });

  it("notes no statement that the validator did not sign", async () => {
    await node.book.offerChunk(chunk());
    const forged = { ...chunk({ transactions: [] }), signature: "0".repeat(128) };
    await refused(node.book.offerChunk(forged), "CHUNK_SIGNATURE");
    expect(node.book.conflicts.count).to.equal(0);
  });

  describe("once this validator decided on a block (PROTOCOL 15.11)", () => {
    const decision = { hypothesis_hash: hashOf("root"), earliestUs: NOW_US };
    const later = { hypothesis_hash: hashOf("an earlier round"), s_timestamp: NOW_US + SECOND_US };
    const voteOf = ({ address }: KeyPair): Hypothesis | undefined => node.book.votes.get(address);

    beforeEach(async () => {
      await node.book.offerChunk(chunk());
      await clock.advance(SECOND_US);
    });

    it("a later hypothesis does not displace the vote for it, and is the signer's latest", async () => {
      await node.book.offerHypothesis(hypothesis());
      node.book.decide(decision);
      expect(await node.book.offerHypothesis(hypothesis(later))).to.equal(true);
      expect(voteOf(other)).to.deep.equal(hypothesis());
      expect(node.book.hypotheses.get(other.address)).to.deep.equal(hypothesis());
      expect(node.book.latestHypotheses.get(other.address)).to.deep.equal(hypothesis(later));
    });

    it("the vote for it counts after a later hypothesis, once", async () => {
      await node.book.offerHypothesis(hypothesis(later));
      node.book.decide(decision);
      expect(voteOf(other)).to.equal(undefined);
      expect(await node.book.offerHypothesis(hypothesis())).to.equal(true);
      expect(await node.book.offerHypothesis(hypothesis())).to.equal(false);
      expect(voteOf(other)).to.deep.equal(hypothesis());
    });

    it("what is dated before its last transaction is no vote, and keeps none out", async () => {
      node.book.decide({ ...decision, earliestUs: NOW_US + 1 });
      await node.book.offerHypothesis(hypothesis());
      expect(voteOf(other)).to.equal(undefined);
      const vote = hypothesis({ s_timestamp: NOW_US + SECOND_US });
      await node.book.offerHypothesis(vote);
      expect(voteOf(other)).to.deep.equal(vote);
    });

    it("a decision on another block has its own votes, and a new tip none", async () => {
      await node.book.offerHypothesis(hypothesis());
      node.book.decide({ ...decision, hypothesis_hash: hashOf("another") });
      expect(node.book.votes.size).to.equal(0);
      node.book.decide(decision);
      expect(node.book.votes.size).to.equal(1);
      expect(await node.step()).to.not.equal(null);
      expect(node.book.votes.size).to.equal(0);
    });
  });

  it("takes no hypothesis of its own key: this node alone knows the date of those (PROTOCOL 15.11)", async () => {
    await node.book.offerChunk(chunk());
    expect(await node.book.offerHypothesis(hypothesis({}, node.key))).to.equal(false);
    expect(node.book.hypotheses.size).to.equal(0);
    node.book.putHypothesis(hypothesis({}, node.key));
    expect(node.book.hypotheses.size).to.equal(1);
  });

  it("refuses a chunk of another round, of an outsider, and with an unknown transaction", async () => {
    const previous_blockhash = timeHash("another tip", NOW_US);
    await refused(node.book.offerChunk(chunk({ previous_blockhash })), "ROUND_CLOSED");
    await refused(node.book.offerChunk(chunk({}, testKey("outsider"))), "NOT_A_VALIDATOR");
    const transactions = [timeHash("unknown", NOW_US)];
    await refused(node.book.offerChunk(chunk({ transactions })), "CHUNK_INCOMPLETE");
    await refused(node.book.offerHypothesis(hypothesis({ previous_blockhash })), "ROUND_CLOSED");
    expect(node.book.chunks.size + node.book.hypotheses.size).to.equal(0);
  });

  it("refuses a time that is not a multiple of the interval, not after the tip, or in the future", async () => {
    const { s_timestamp: tip } = node.ledger.tip;
    for (const s_timestamp of [NOW_US + 1, tip])
      await refused(node.book.offerChunk(chunk({ s_timestamp })), "ROUND_TIME");
    const early = chunk({ s_timestamp: NOW_US + SECOND_US });
    await expectRejection(node.book.offerChunk(early), "PREMATURE", "unavailable");
    await clock.advance(SECOND_US);
    expect(await node.book.offerChunk(early)).to.equal(true);
  });

  it("does not show what was said before the clock was set back, until it is due again (PROTOCOL 15.1)", async () => {
    const setBack = { nowUs: () => clock.nowUs() - SECOND_US, schedule: clock.schedule.bind(clock) };
    const now = await Validator.open(chain, node.key, setBack);
    now.book.putChunk(chunk());
    expect(now.book.chunks.size).to.equal(0);
    await clock.advance(SECOND_US);
    expect(now.book.chunks.size).to.equal(1);
    await now.ledger.store.close();
  });

  it("refuses a chunk with a wrong hash or signature", async () => {
    const { signature } = chunk({ s_timestamp: NOW_US + SECOND_US });
    await refused(node.book.offerChunk({ ...chunk(), signature }), "CHUNK_SIGNATURE");
    await refused(node.book.offerChunk({ ...chunk(), transactions: [] }), "CHUNK_HASH");
  });

  it("accepts a hypothesis when all its chunks are known, and not before", async () => {
    await refused(node.book.offerHypothesis(hypothesis()), "HYPOTHESIS_INCOMPLETE");
    await node.book.offerChunk(chunk());
    expect(await node.book.offerHypothesis(hypothesis())).to.equal(true);
    expect(await node.book.offerHypothesis(hypothesis())).to.equal(false);
  });

  it("refuses a hypothesis of an outsider, or with a wrong signature", async () => {
    await node.book.offerChunk(chunk());
    await refused(node.book.offerHypothesis(hypothesis({}, testKey("outsider"))), "NOT_A_VALIDATOR");
    const { signature } = hypothesis({ hypothesis_hash: hashOf("another root") });
    await refused(node.book.offerHypothesis({ ...hypothesis(), signature }), "HYPOTHESIS_SIGNATURE");
  });

  it("forgets the round when the tip changes", async () => {
    await node.book.offerChunk(chunk());
    await node.book.offerHypothesis(hypothesis());
    await clock.advance(chain.network.constants.main_chain_interval / 2);
    expect(await node.step()).to.not.equal(null);
    expect(node.book.chunks.size + node.book.hypotheses.size).to.equal(0);
  });
});
