import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { hashOf } from "../../src/codec/hash.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { createKeyPair, type KeyPair } from "../../src/data/directory/identity.js";
import type { SignatureVerifier } from "../../src/ledger/signatures/signature-verifier.js";
import { MAX_BLOCK_TRANSACTIONS } from "../../src/records/limits.js";
import { isOvertaken } from "../../src/records/transaction-rules.js";
import { readSignedTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { expectRejection } from "../support/expect-rejection.js";
import { FastSigner } from "../support/fast-signer.js";
import { Validator } from "../support/validator.js";
import { OFFICE_START_US, prepareValidatorChain, type ValidatorChain } from "../support/validator-chain.js";
import { slowly } from "../support/slowly.js";

const SECOND_US = 1_000_000;
const GRACE_US = SECOND_US / 10;
const HALF = MAX_BLOCK_TRANSACTIONS / 2;
const [alice, bob, carol] = devAccounts().map((account) => new FastSigner(account)) as [
  FastSigner,
  FastSigner,
  FastSigner,
];
const recipient = devAccounts()[3] as KeyPair;

/** Accepts every signature and counts the requests. While it is held, it answers after its release. */
class CountingVerifier implements SignatureVerifier {
  asked = 0;
  #held: Promise<void> | null = null;
  release = (): void => undefined;

  hold(): void {
    this.#held = new Promise((resolve) => {
      this.release = resolve;
    });
  }

  async verify(signed: readonly unknown[]): Promise<readonly boolean[]> {
    this.asked += signed.length;
    await this.#held;
    return signed.map(() => true);
  }
}

describe("What a deciding node accepts is committed (PROTOCOL 15.2)", () => {
  let chain: ValidatorChain;
  let clock: VirtualClock;
  let verifier: CountingVerifier;
  let node: Validator;
  let beginUs: number;

  before(async () => {
    chain = await prepareValidatorChain([0]);
  });
  beforeEach(async () => {
    beginUs = OFFICE_START_US + 10 * SECOND_US;
    clock = new VirtualClock(beginUs);
    verifier = new CountingVerifier();
    const [identity] = chain.identities;
    if (identity === undefined) throw new Error("The chain has no validator. ");
    node = await Validator.open(chain, identity.node, clock, { verifier });
  });
  afterEach(() => node.ledger.store.close());

  function at(timestampUs: number, signer = alice): SignedTransaction {
    const { transaction, ...signed } = signer.transfer(recipient.address, timestampUs);
    return readSignedTransaction({ ...signed, transaction: parseJson(transaction) });
  }
  const isCommitted = async ({ hash }: SignedTransaction): Promise<boolean> =>
    (await node.ledger.store.knownTransactions([hash])).has(hash);
  /** Submits `count` transactions from a time on, a microsecond apart. */
  const submitAll = (fromUs: number, count: number, signer = alice): Promise<void[]> =>
    Promise.all(Array.from({ length: count }, (_, index) => node.submit(at(fromUs + index, signer))));

  it("takes a transaction stamped exactly at the round time into its block, since no later one may hold it", async () => {
    const transaction = at(beginUs + SECOND_US);
    await clock.advance(SECOND_US);
    await node.submit(transaction);
    await clock.advance(GRACE_US);
    expect(await node.step()).to.include({ s_timestamp: beginUs + SECOND_US, transaction_count: 1 });
    expect(await isCommitted(transaction)).to.equal(true);
  });

  it("refuses a transaction that is still being checked when the block's transactions are chosen", async () => {
    await node.submit(at(beginUs + 1));
    await clock.advance(SECOND_US + GRACE_US);
    verifier.hold();
    const late = at(beginUs + 2);
    const answer = node.submit(late);
    while (verifier.asked < 2) await setImmediate();
    const { store } = node.ledger;
    const commit = store.commitMainBlock.bind(store);
    store.commitMainBlock = async (block) => {
      // The tip has not changed yet.
      verifier.release();
      const refusal = await expectRejection(answer, "TRANSACTION_OVERTAKEN", "refused");
      expect(isOvertaken(refusal, late)).to.equal(true);
      await expectRejection(node.submit(at(beginUs + 3)), "TRANSACTION_OVERTAKEN", "refused");
      await commit(block);
    };
    expect((await node.step())?.transaction_count).to.equal(1);
    expect(node.pool.size).to.equal(0);
  });

  it("refuses a transaction that is being executed when they are chosen", async () => {
    await node.submit(at(beginUs + 1));
    await clock.advance(SECOND_US + GRACE_US);
    const { store } = node.ledger;
    const read = store.readState.bind(store);
    const commit = store.commitMainBlock.bind(store);
    let release = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      store.readState = async (...cells) => {
        store.readState = read;
        resolve();
        await new Promise<void>((done) => {
          release = done;
        });
        return read(...cells);
      };
    });
    const answer = node.submit(at(beginUs + 2));
    await begun;
    store.commitMainBlock = async (block) => {
      release();
      await expectRejection(answer, "TRANSACTION_OVERTAKEN", "refused");
      await commit(block);
    };
    expect((await node.step())?.transaction_count).to.equal(1);
    expect(node.pool.size).to.equal(0);
  });

  slowly("catches up interval by interval when more transactions wait than a block holds", async () => {
    for (const interval of [0, 1, 2, 3]) {
      await submitAll(beginUs + interval * SECOND_US + 1, HALF, [alice, bob, carol, alice][interval]);
      await clock.advance(SECOND_US);
    }
    await clock.advance(GRACE_US);
    expect(await node.step()).to.include({
      s_timestamp: beginUs + 2 * SECOND_US,
      transaction_count: MAX_BLOCK_TRANSACTIONS,
    });
    expect(await node.step()).to.include({
      s_timestamp: beginUs + 4 * SECOND_US,
      transaction_count: MAX_BLOCK_TRANSACTIONS,
    });
    expect([node.pool.size, node.dropped.size]).to.deep.equal([0, 0]);
  });

  it("refuses a transaction without a place before its signature is verified, and says that it may succeed later", async () => {
    const aheadUs = beginUs + SECOND_US + 1;
    await submitAll(aheadUs, HALF);
    expect(verifier.asked).to.equal(HALF);
    await expectRejection(node.submit(at(aheadUs + HALF)), "INTERVAL_FULL", "busy");
    expect(verifier.asked).to.equal(HALF);
    await clock.advance(SECOND_US);
    await submitAll(aheadUs + HALF, 64);
    await expectRejection(node.submit(at(aheadUs + HALF + 64)), "INTERVAL_FULL", "busy");
    await node.submit(at(aheadUs, bob));
  });

  it("gives places to transactions that are being checked, and frees them on refusal", async () => {
    verifier.hold();
    const poor = new FastSigner(createKeyPair(hashOf("poor")));
    const aheadUs = beginUs + SECOND_US + 1;
    const checked = Promise.allSettled(
      Array.from({ length: HALF }, (_, index) => node.submit(at(aheadUs + index, poor))),
    );
    await setImmediate();
    await expectRejection(node.submit(at(aheadUs)), "INTERVAL_FULL", "busy");
    verifier.release();
    expect((await checked).every(({ status }) => status === "rejected")).to.equal(true);
    await node.submit(at(aheadUs));
  });

  slowly("keeps room in the pool for transactions that are not stamped ahead", async () => {
    const { maxTransactions } = node.pool.limits;
    const many = Array.from({ length: 6 }, (_, interval) => beginUs + interval * SECOND_US + 1);
    await Promise.allSettled(many.map((fromUs) => submitAll(fromUs, HALF)));
    expect(node.pool.size).to.be.at.most(maxTransactions / 2 + HALF);
    await node.submit(at(beginUs + 1, bob));
  });

  it("names the clock difference when a client's clock is further off than the longest wait", async () => {
    await node.submit(at(beginUs + 1));
    await clock.advance(SECOND_US + GRACE_US);
    await node.step();
    await clock.advance(3 * SECOND_US);
    const nearly = await expectRejection(
      node.submit(at(clock.nowUs() - 10 * SECOND_US)),
      "TRANSACTION_OVERTAKEN",
      "refused",
    );
    expect(nearly.message).to.match(
      /^Timestamp must be greater than \d+ and less than \d+ \(it is 10\.000 seconds behind/,
    );
    const ahead = await expectRejection(
      node.submit(at(clock.nowUs() + 60 * SECOND_US)),
      "TRANSACTION_TIMESTAMP",
      "refused",
    );
    expect(ahead.message).to.include("60.000 seconds ahead of the node's clock");
  });

  it("names no clock difference when the transaction was long on its way, so that signing again helps", async () => {
    await node.submit(at(beginUs + 1));
    await clock.advance(SECOND_US + GRACE_US);
    await node.step();
    const refusal = await expectRejection(node.submit(at(beginUs + 2)), "TRANSACTION_OVERTAKEN", "refused");
    expect(refusal.message).to.match(/^Timestamp must be greater than \d+ and less than \d+ $/);
  });

  it("waits longer at the end of a round once submissions arrive later", async () => {
    await node.submit(at(beginUs + 1));
    await clock.advance(SECOND_US + GRACE_US);
    await node.step();
    await expectRejection(node.submit(at(clock.nowUs() - 400_000)), "TRANSACTION_OVERTAKEN", "refused");
    await node.submit(at(clock.nowUs()));
    await clock.advance(SECOND_US);
    expect(await node.step()).to.equal(null);
    const late = at(clock.nowUs() - 400_000);
    await clock.advance(GRACE_US);
    await node.submit(late);
    await clock.advance(500_000);
    expect((await node.step())?.transaction_count).to.equal(2);
    expect(await isCommitted(late)).to.equal(true);
  });

  /** Makes this many submissions wait for their signatures. */
  async function holdUp(count: number): Promise<readonly Promise<void>[]> {
    verifier.hold();
    const first = node.submit(at(beginUs + 1));
    while (verifier.asked === 0) await setImmediate();
    const others = Array.from({ length: count - 1 }, (_, index) => node.submit(at(beginUs + 2 + index)));
    await setImmediate();
    return [first, ...others];
  }

  it("refuses new submissions while the oldest has waited too long, before it verifies them", async () => {
    const waiting = await holdUp(32);
    expect(node.overload).to.equal(null);
    await clock.advance(600_000);
    expect(node.overload).to.include({ code: "SUBMISSIONS_FULL", kind: "busy" });
    await expectRejection(node.submit(at(beginUs + 50)), "SUBMISSIONS_FULL", "busy");
    expect(verifier.asked).to.equal(1);
    verifier.release();
    await Promise.all(waiting);
    expect(node.overload).to.equal(null);
    await node.submit(at(beginUs + 50));
  });

  it("refuses new submissions unread while more than a block of accepted ones waits long for its place", async () => {
    const third = Math.ceil((MAX_BLOCK_TRANSACTIONS + 1) / 3);
    for (let interval = 0; interval < 3; interval += 1) {
      await submitAll(clock.nowUs() + 1, third);
      await clock.advance(SECOND_US);
    }
    await clock.advance(SECOND_US);
    expect(node.overload).to.equal(null);
    await clock.advance(1);
    expect(node.overload).to.include({ code: "SUBMISSIONS_FULL", kind: "busy" });
    // One that is at hand is taken, as those of an undone block.
    await node.submit(at(clock.nowUs()));
    expect((await node.step())?.transaction_count).to.equal(2 * third);
    expect(node.overload).to.equal(null);
  });

  it("refuses nothing while few wait, however long they take on a busy machine", async () => {
    const waiting = await holdUp(31);
    await clock.advance(600_000);
    expect(node.overload).to.equal(null);
    verifier.release();
    await Promise.all(waiting);
  });

  it("drops only the transactions that another transfer made impossible, with the reason", async () => {
    const spend = (signer: FastSigner, us: number): SignedTransaction => {
      const parameters = [
        ["to", recipient.address],
        ["amount", `15000${"0".repeat(18)}`],
      ] as const;
      const { transaction, ...signed } = signer.sign("Send", us, parameters);
      return readSignedTransaction({ ...signed, transaction: parseJson(transaction) });
    };
    const conflicting = [spend(carol, beginUs + 1), spend(carol, beginUs + 2)];
    for (const transaction of [...conflicting, at(beginUs + 3)]) await node.submit(transaction);
    await clock.advance(SECOND_US + GRACE_US);
    expect((await node.step())?.transaction_count).to.equal(2);
    expect([...node.dropped]).to.deep.equal([
      [conflicting[1]?.hash, "You can't send more than what you have. "],
    ]);
  });

  it("accepts transactions of a block's time again when the block is undone", async () => {
    const transaction = at(beginUs + 1);
    await node.submit(transaction);
    await clock.advance(SECOND_US + GRACE_US);
    await node.step();
    await node.ledger.undo();
    await node.submit(transaction);
    expect(node.pool.size).to.equal(1);
  });
});

describe("A validator that does not decide (PROTOCOL 15.2)", () => {
  slowly(
    "accepts from other nodes what its pool holds, and proposes the oldest transactions that fit a block",
    async () => {
      const chain = await prepareValidatorChain([0, 1]);
      const clock = new VirtualClock(OFFICE_START_US + 10 * SECOND_US);
      const [identity] = chain.identities;
      if (identity === undefined) throw new Error("The chain has no validator. ");
      const node = await Validator.open(chain, identity.node, clock, { verifier: new CountingVerifier() });
      const times = Array.from(
        { length: MAX_BLOCK_TRANSACTIONS + 10 },
        (_, index) => clock.nowUs() + 1 + index,
      );
      const sent = times.map((timestampUs) => {
        const { transaction, ...signed } = alice.transfer(recipient.address, timestampUs);
        return readSignedTransaction({ ...signed, transaction: parseJson(transaction) });
      });
      await Promise.all(sent.map((each) => node.submit(each, { isForwarded: true })));
      expect(node.pool.size).to.equal(sent.length);
      await clock.advance(2 * SECOND_US + GRACE_US);
      await node.step();
      expect(node.chunk?.transactions).to.deep.equal(
        sent.slice(0, MAX_BLOCK_TRANSACTIONS).map(({ hash }) => hash),
      );
      await node.ledger.store.close();
    },
  );
});
