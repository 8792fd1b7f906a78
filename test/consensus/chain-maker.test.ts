import { expect } from "chai";
import { hashOf, merkleRoot } from "../../src/codec/hash.js";
import { VolatileSigningMemory } from "../../src/consensus/signing-memory.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { createKeyPair, type KeyPair } from "../../src/data/directory/identity.js";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import { createChunk, type Chunk } from "../../src/records/chunk.js";
import { createHypothesis, hypothesisHash, type Hypothesis } from "../../src/records/hypothesis.js";
import { MAX_BLOCK_TRANSACTIONS } from "../../src/records/limits.js";
import { readSignedTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { FastSigner } from "../support/fast-signer.js";
import { exchange, Validator } from "../support/validator.js";
import {
  OFFICE_START_US,
  prepareValidatorChain,
  type Successor,
  type ValidatorChain,
} from "../support/validator-chain.js";
import { slowly } from "../support/slowly.js";
import { mainBlock } from "../../src/store/reads.js";

const SECOND_US = 1_000_000;
/** How long a validator waits after the round time for transactions on their way. */
const GRACE_US = SECOND_US / 10;
const [alice, bob, carol, dave] = devAccounts() as [KeyPair, KeyPair, KeyPair, KeyPair];

describe("The round among several validators (PROTOCOL 8.11, 9.2, 9.3, 9.4, 9.5, 9.6, 9.7, 9.8, 9.9, 9.13)", () => {
  let clock: VirtualClock;
  let opened: Validator[];
  const chains = new Map<string, ValidatorChain>();

  beforeEach(() => {
    clock = new VirtualClock(OFFICE_START_US + 10 * SECOND_US + GRACE_US);
    opened = [];
  });
  afterEach(() => Promise.all(opened.map(({ ledger }) => ledger.store.close())));

  /** Opens validators of a chain with these slots, by their number. */
  async function open(slots: readonly number[], successor?: Successor): Promise<readonly Validator[]> {
    const name = [...slots, successor?.validator].join();
    const chain = chains.get(name) ?? (await prepareValidatorChain(slots, successor));
    chains.set(name, chain);
    for (const { node } of chain.identities) opened.push(await Validator.open(chain, node, clock));
    return opened;
  }
  function four(): Promise<readonly [Validator, Validator, Validator, Validator]> {
    return open([0, 1, 2, 3]) as Promise<readonly [Validator, Validator, Validator, Validator]>;
  }
  function transfer(from: KeyPair): SignedTransaction {
    return transferAt(clock.nowUs(), new FastSigner(from));
  }
  function transferAt(timestampUs: number, signer: FastSigner): SignedTransaction {
    const { transaction, ...signed } = signer.transfer(bob.address, timestampUs);
    return readSignedTransaction({ ...signed, transaction: parseJson(transaction) });
  }
  /** A transaction that any address may send. */
  function faucetAt(timestampUs: number, number: number): SignedTransaction {
    const signer = new FastSigner(createKeyPair(hashOf(`signer ${number}`)));
    const { transaction, ...signed } = signer.sign("Faucet", timestampUs);
    return readSignedTransaction({ ...signed, transaction: parseJson(transaction) });
  }
  /** Gives every validator the transaction, and the interval that it needs. */
  async function spread(validators: readonly Validator[], from = alice): Promise<SignedTransaction> {
    const transaction = transfer(from);
    for (const validator of validators) await validator.submit(transaction);
    await clock.advance(SECOND_US);
    return transaction;
  }
  /** The others wait an interval for the newest slot's block. */
  const waitForNewest = (): Promise<void> => clock.advance(SECOND_US);
  const stepAll = (validators: readonly Validator[]) => Promise.all(validators.map((each) => each.step()));

  it("lets the newest slot seal at once", async () => {
    const [, , , newest] = await four();
    await spread([newest]);
    expect((await newest.step())?.transaction_count).to.equal(1);
    const block = await mainBlock(newest.ledger.store, newest.ledger.tip);
    expect(Object.keys(JSON.parse(block?.seal ?? ""))).to.deep.equal([newest.key.address]);
  });

  it("lets three of four seal the same block without the newest slot: chunks, hypotheses, seal", async () => {
    const three = (await four()).slice(0, 3);
    await spread(three);
    expect(await stepAll(three)).to.deep.equal([null, null, null]);
    expect(three.map(({ hypothesis }) => hypothesis)).to.deep.equal([undefined, undefined, undefined]);
    await exchange(three);
    await waitForNewest();
    expect(await stepAll(three)).to.deep.equal([null, null, null]);
    await exchange(three);
    const blocks = await stepAll(three);
    expect(blocks[0]?.transaction_count).to.equal(1);
    expect(new Set(blocks.map((block) => block?.blockhash)).size).to.equal(1);
  });

  it("makes the others wait an interval for the newest slot's block: docs/adr/0007", async () => {
    const three = (await four()).slice(0, 3);
    await spread(three);
    await stepAll(three);
    await exchange(three);
    await clock.advance(SECOND_US - 1);
    await stepAll(three);
    expect(three.map(({ hypothesis }) => hypothesis)).to.deep.equal([undefined, undefined, undefined]);
    await clock.advance(1);
    await stepAll(three);
    expect(three.map(({ hypothesis }) => hypothesis?.chunks.size)).to.deep.equal([3, 3, 3]);
  });

  it("does not make them wait once they have received its hypothesis", async () => {
    const [first, second, third, newest] = await four();
    const { hash } = await spread([first, second, third]);
    await stepAll([first, second, third]);
    await exchange([first, second, third]);
    const previous_blockhash = first.ledger.tip.blockhash;
    const round = { previous_blockhash, s_timestamp: clock.nowUs() - GRACE_US };
    const chunk = createChunk({ ...round, transactions: [hash] }, newest.key.privateKey);
    const chunks = new Map([[newest.key.address, chunk.chunk_hash]]);
    const hypothesis_hash = hypothesisHash(previous_blockhash, merkleRoot([hash]));
    const content = { ...round, chunks, hypothesis_hash };
    await first.book.offerChunk(chunk);
    await first.book.offerHypothesis(createHypothesis(content, newest.key.privateKey));
    expect((await first.step())?.transaction_count).to.equal(1);
  });

  it("makes no block with two of four", async () => {
    const two = (await four()).slice(0, 2);
    await spread(two);
    for (let turn = 0; turn < 40; turn += 1) {
      expect(await stepAll(two)).to.deep.equal([null, null]);
      await exchange(two);
      await clock.advance(SECOND_US);
    }
  });

  it("counts a validator for each slot it holds", async () => {
    const [many] = (await open([0, 0, 0, 1])) as [Validator, Validator];
    await spread([many]);
    expect(await many.step()).to.equal(null);
    await waitForNewest();
    expect((await many.step())?.transaction_count).to.equal(1);
  });

  it("puts the transactions of all chunks into the block", async () => {
    const three = (await four()).slice(0, 3);
    const [first, second, third] = three as [Validator, Validator, Validator];
    const ours = [alice, carol, dave].map(transfer);
    for (const [index, each] of three.entries()) await each.submit(ours[index] as SignedTransaction);
    await clock.advance(SECOND_US);
    await stepAll(three);
    expect(first.chunk?.transactions).to.deep.equal([ours[0]?.hash]);
    for (const [index, transaction] of ours.entries())
      for (const [to, each] of three.entries()) if (to !== index) await each.submit(transaction);
    await exchange([first, second, third]);
    await waitForNewest();
    await stepAll(three);
    await exchange(three);
    const blocks = await stepAll(three);
    expect(blocks.map((block) => block?.transaction_count)).to.deep.equal([3, 3, 3]);
  });

  it("joins a hypothesis it has received instead of making its own", async () => {
    const six = (await open([0, 1, 2, 3, 4, 5, 6])).slice(0, 6);
    const [first, late] = [six[0], six[5]] as [Validator, Validator];
    const common = transfer(alice);
    const own = transfer(carol);
    for (const each of six) await each.submit(each === late ? own : common);
    await clock.advance(SECOND_US);
    await stepAll(six);
    await exchange(six.slice(0, 5));
    await waitForNewest();
    await first.step();
    expect(first.hypothesis?.chunks.size).to.equal(5);

    await late.submit(common);
    for (const { chunk } of six.slice(0, 5)) await late.book.offerChunk(chunk as Chunk);
    await late.book.offerHypothesis(first.hypothesis as Hypothesis);
    await late.step();
    expect(late.book.chunks.size).to.equal(6);
    expect(late.hypothesis?.hypothesis_hash).to.equal(first.hypothesis?.hypothesis_hash);
    expect(late.hypothesis?.chunks).to.deep.equal(first.hypothesis?.chunks);
  });

  it("signs again once a validator has the newest slot: its older hypothesis seals nothing alone", async () => {
    const fromUs = clock.nowUs() - GRACE_US + 3 * SECOND_US;
    const [first, second, third, late] = (await open([0, 1, 2, 3], { validator: 1, fromUs })) as [
      Validator,
      Validator,
      Validator,
      Validator,
    ];
    const transaction = await spread([first, second, third, late]);
    await stepAll([first, second, third]);
    await exchange([first, second, third]);
    await waitForNewest();
    expect(await second.step()).to.equal(null);
    const before = second.hypothesis;
    expect(before?.s_timestamp).to.be.lessThan(fromUs);

    await clock.advance(SECOND_US);
    const block = await second.step();
    expect(block).to.include({ s_timestamp: fromUs, transaction_count: 1 });
    const { seal = "", transactions } =
      (await mainBlock(second.ledger.store, { height: block?.height ?? 0 })) ?? {};
    expect(Object.keys(JSON.parse(seal))).to.deep.equal([second.key.address]);
    expect(transactions).to.include(transaction.hash);
  });

  it("starts again when the latest chunk is older than 15 seconds, and not before", async () => {
    const [first] = await four();
    await spread([first]);
    await first.step();
    const before = first.chunk?.s_timestamp ?? 0;
    await clock.advance(15 * SECOND_US - GRACE_US);
    await first.step();
    expect(first.chunk?.s_timestamp).to.equal(before);
    await clock.advance(SECOND_US + GRACE_US);
    await first.step();
    expect(first.chunk?.s_timestamp).to.equal(before + 16 * SECOND_US);
  });

  it("publishes nothing without a transaction to propose, or without a slot", async () => {
    const [first, , , newest] = await four();
    expect(await first.step()).to.equal(null);
    // The genesis node holds no slot here.
    const [outsider] = (await open([1, 2])).slice(-3) as [Validator];
    await spread([newest, outsider]);
    expect(await outsider.step()).to.equal(null);
    expect([first.chunk, outsider.chunk]).to.deep.equal([undefined, undefined]);
  });

  it("waits a tenth of an interval for transactions sent before the round time", async () => {
    const [, , , newest] = await four();
    await newest.submit(transfer(alice));
    await clock.advance(SECOND_US - GRACE_US);
    expect(await newest.step()).to.equal(null);
    await newest.submit(transferAt(clock.nowUs() - 1, new FastSigner(carol)));
    await clock.advance(GRACE_US - 1);
    expect(await newest.step()).to.equal(null);
    expect(newest.chunk).to.equal(undefined);
    await clock.advance(1);
    const block = await newest.step();
    expect(block?.transaction_count).to.equal(2);
    expect(block?.s_timestamp).to.equal(clock.nowUs() - GRACE_US);
  });

  slowly("does not wait when the block is full, since nothing more can be accepted for it", async () => {
    const [, , , newest] = await four();
    const all = Array.from({ length: MAX_BLOCK_TRANSACTIONS }, (_, index) =>
      newest.submit(faucetAt(clock.nowUs() + index, index)),
    );
    await Promise.all(all);
    await clock.advance(SECOND_US - GRACE_US);
    expect((await newest.step())?.transaction_count).to.equal(MAX_BLOCK_TRANSACTIONS);
  });

  it("does not wait when the node stops", async () => {
    const [, , , newest] = await four();
    await newest.submit(transfer(alice));
    await clock.advance(SECOND_US - GRACE_US);
    expect(await newest.step()).to.equal(null);
    expect((await newest.step({ isEnding: true }))?.transaction_count).to.equal(1);
  });

  it("makes no second block in a second", async () => {
    const [, , , newest] = await four();
    await spread([newest]);
    await newest.step();
    await clock.advance(SECOND_US / 2);
    await newest.submit(transfer(carol));
    expect(await newest.step()).to.equal(null);
    expect(newest.chunk).to.equal(undefined);
  });

  it("signs no second hypothesis for a round key and time, even after it has forgotten the first", async () => {
    const chain = await prepareValidatorChain([1, 0]);
    const memory = new VolatileSigningMemory();
    const { node } = chain.identities[0] as (typeof chain.identities)[number];
    const before = await Validator.open(chain, node, clock, { memory });
    const after = await Validator.open(chain, node, clock, { memory });
    opened.push(before, after);
    const [one, other] = [transfer(alice), transfer(carol)];
    await before.submit(one);
    await after.submit(other);
    await clock.advance(SECOND_US);
    expect((await before.step())?.transaction_count).to.equal(1);
    expect(await after.step()).to.equal(null);
    expect([after.chunk, after.hypothesis]).to.deep.equal([undefined, undefined]);
    await clock.advance(SECOND_US);
    expect((await after.step())?.transaction_count).to.equal(1);
  });
});
