import { expect } from "chai";
import { hashOf } from "../../src/codec/hash.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import type { Chunk } from "../../src/records/chunk.js";
import { createHypothesis, type Hypothesis } from "../../src/records/hypothesis.js";
import { floorToInterval } from "../../src/records/round-time.js";
import type { Seal } from "../../src/records/seal.js";
import type { MainBlockSummary } from "../../src/store/store.js";
import { mainBlockToText, readMainBlock } from "../../src/records/main-block.js";
import { readSignedTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { FastSigner } from "../support/fast-signer.js";
import { exchange, Validator } from "../support/validator.js";
import { OFFICE_START_US, prepareValidatorChain, type ValidatorChain } from "../support/validator-chain.js";
import { mainBlock } from "../../src/store/reads.js";

const SECOND_US = 1_000_000;
const TENTH_US = SECOND_US / 10;
const [recipient, ...senders] = devAccounts() as [KeyPair, ...KeyPair[]];
const [alice] = senders as [KeyPair];

describe("A peer that shows what validators once signed as their votes (PROTOCOL 15.11)", () => {
  const chains = new Map<number, ValidatorChain>();
  let clock: VirtualClock;
  let opened: readonly Validator[];

  beforeEach(() => {
    clock = new VirtualClock(OFFICE_START_US + 10 * SECOND_US + TENTH_US);
  });
  afterEach(() => Promise.all(opened.map(({ ledger }) => ledger.store.close())));

  /** Validators with one slot each; the last one holds the newest. */
  async function open(count: number): Promise<readonly Validator[]> {
    const slots = Array.from({ length: count }, (_, index) => index);
    const chain = chains.get(count) ?? (await prepareValidatorChain(slots));
    chains.set(count, chain);
    opened = await Promise.all(chain.identities.map(({ node }) => Validator.open(chain, node, clock)));
    return opened;
  }
  function transfer(from: KeyPair): SignedTransaction {
    const signed = new FastSigner(from).transfer(recipient.address, clock.nowUs());
    return readSignedTransaction({ ...signed, transaction: parseJson(signed.transaction) });
  }
  async function submit(validators: readonly Validator[]): Promise<void> {
    const transaction = transfer(alice);
    for (const validator of validators) await validator.submit(transaction);
  }
  async function sealOfTip({ ledger }: Validator): Promise<Seal> {
    const block = await mainBlock(ledger.store, ledger.tip);
    if (block === null) throw new Error("There is no block. ");
    return readMainBlock(parseJson(mainBlockToText(block))).seal;
  }
  const nowFloored = (): number => floorToInterval(clock.nowUs(), SECOND_US);
  /** What anyone can make of the last block's seal without a key: hypotheses of the open round, dated now. */
  async function forgeriesFor(validator: Validator): Promise<readonly Hypothesis[]> {
    const seal = await sealOfTip(validator);
    return Array.from(seal.values(), (entry) => ({
      ...entry,
      s_timestamp: nowFloored(),
      previous_blockhash: validator.ledger.tip.blockhash,
      chunks: new Map(),
    }));
  }
  async function show(to: Validator, hypotheses: readonly Hypothesis[]): Promise<void> {
    for (const each of hypotheses) await to.book.offerHypothesis(each).catch(() => undefined);
  }
  /** Lets validators take turns, and a peer show what it likes before each of them, until one has another block. */
  async function untilBlock(
    validators: readonly Validator[],
    attack: (to: Validator) => Promise<void> = async () => undefined,
  ): Promise<MainBlockSummary> {
    for (let tenth = 0; tenth < 200; tenth += 1) {
      await clock.advance(TENTH_US);
      await Promise.all(validators.map(attack));
      await exchange(validators);
      for (const validator of validators) {
        await attack(validator);
        const block = await validator.step();
        if (block !== null) return block;
      }
    }
    throw new Error("No block was sealed. ");
  }
  const tipsOf = (validators: readonly Validator[]): ReadonlySet<string> =>
    new Set(validators.map(({ ledger }) => ledger.tip.blockhash));

  it("does not keep the newest slot from sealing", async () => {
    const newest = (await open(4))[3] as Validator;
    await submit([newest]);
    await untilBlock([newest]);
    await submit([newest]);
    const block = await untilBlock([newest], async (to) => show(to, await forgeriesFor(to)));
    expect(block.transaction_count).to.equal(1);
  });

  it("does not keep a quorum from sealing", async () => {
    const three = (await open(4)).slice(0, 3);
    await submit(three);
    await untilBlock(three);
    for (const each of three) await each.step();
    expect(tipsOf(three).size).to.equal(1);
    await submit(three);
    const block = await untilBlock(three, async (to) => show(to, await forgeriesFor(to)));
    expect(block.transaction_count).to.equal(1);
  });

  it("does not keep a quorum from sealing with the votes themselves, dated before the transactions", async () => {
    const three = (await open(4)).slice(0, 3);
    const s_timestamp = nowFloored();
    await clock.advance(2 * SECOND_US);
    await submit(three);
    const block = await untilBlock(three, async (to) => {
      for (const { hypothesis } of three)
        if (hypothesis !== undefined) await show(to, [{ ...hypothesis, s_timestamp }]);
    });
    expect(block.transaction_count).to.equal(1);
  });

  it("does not end the wait for the newest slot's block: docs/adr/0007", async () => {
    const four = await open(4);
    const [first, second, third, newest] = four as [Validator, Validator, Validator, Validator];
    const three = [first, second, third];
    await submit(three);
    await clock.advance(SECOND_US);
    for (const each of three) await each.step();
    await exchange(three);
    const { previous_blockhash, s_timestamp, chunk_hash } = first.chunk as Chunk;
    const chunks = new Map([[first.key.address, chunk_hash]]);
    const content = { previous_blockhash, s_timestamp, chunks, hypothesis_hash: hashOf("an earlier round") };
    const forgery = createHypothesis(content, newest.key.privateKey);
    for (const each of three) {
      expect(await each.book.offerHypothesis(forgery)).to.equal(true);
      await each.step();
    }
    expect(three.map(({ hypothesis }) => hypothesis)).to.deep.equal([undefined, undefined, undefined]);
    await clock.advance(SECOND_US);
    for (const each of three) await each.step();
    expect(three.map(({ hypothesis }) => hypothesis?.chunks.size)).to.deep.equal([3, 3, 3]);
  });

  it("does not divide the voters with other lists of chunks", async () => {
    const six = (await open(7)).slice(0, 6);
    const first = six[0] as Validator;
    const ours = senders.slice(0, six.length).map(transfer);
    // Each proposes another transaction, so that every list of chunks gives another block.
    for (const [index, each] of six.entries()) await each.submit(ours[index] as SignedTransaction);
    await clock.advance(SECOND_US);
    for (const each of six) await each.step();
    for (const [index, transaction] of ours.entries())
      for (const [to, each] of six.entries()) if (to !== index) await each.submit(transaction);
    await exchange(six);
    await clock.advance(SECOND_US);
    await first.step();
    const vote = first.hypothesis as Hypothesis;
    expect(vote.chunks.size).to.equal(6);
    for (const [index, each] of six.entries()) {
      const listed = [...vote.chunks].filter((_, place) => place !== index);
      if (each !== first) await show(each, [{ ...vote, chunks: new Map(listed) }]);
      await each.step();
    }
    await exchange(six);
    const blocks = await Promise.all(six.map((each) => each.step()));
    expect(blocks.map((block) => block?.transaction_count)).to.deep.equal(six.map(() => six.length));
    expect(tipsOf(six).size).to.equal(1);
  });
});
