import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import { spaceIdOf } from "../../src/codec/hash.js";
import { objectToValue, memberOf, type Value } from "../../src/codec/value.js";
import { Admission } from "../../src/consensus/admission.js";
import { ArrivalAges } from "../../src/consensus/arrival-ages.js";
import { Intervals } from "../../src/consensus/interval.js";
import { TransactionPool, type PoolLimits } from "../../src/consensus/transaction-pool.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { LIGHT_WORK, MachineThreads } from "../../src/ledger/machine/threaded-runner.js";
import { INLINE_VERIFIER, type SignatureVerifier } from "../../src/ledger/signatures/signature-verifier.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { createKeyPair, type KeyPair } from "../../src/data/directory/identity.js";
import { includeAll } from "../../src/node/preset.js";
import { TIMESTAMP_ERROR_US } from "../../src/records/limits.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { startDevNode, type TestNode } from "../support/dev-node.js";
import { textIn } from "../support/vectors.js";
import { expectRejection } from "../support/expect-rejection.js";

const [alice, bob] = devAccounts() as [KeyPair, KeyPair];
const SQUARES = spaceIdOf(alice.address, "squares");

/** A contract whose work grows with the digits of its factor. */
async function publishSquare({ node, run }: TestNode): Promise<void> {
  const factor = { $load_param: ["factor"] };
  const code = {
    t: "contract",
    m: "0.2.0",
    v: "1",
    n: "Square",
    s: "squares",
    w: alice.address,
    p: { factor: { name: "factor", type: "string", maxlength: 400_000, requirements: true } },
    e: [{ $condition: [{ $ne: [{ $mul: [factor, factor] }, "5"] }, "No. "] }],
  };
  await run(includeAll(node, alice, [{ type: "Publish", code: JSON.stringify(code) }]));
}

describe("Admission to the pool (PROTOCOL 5.5, 5.6, 5.11)", () => {
  let test: TestNode;

  beforeEach(async () => {
    test = await startDevNode();
  });
  afterEach(() => test.node.stop());

  function transfer(members: Readonly<Record<string, Value>> = {}, signer = alice): SignedTransaction {
    const base = { type: "Send", timestamp: BigInt(test.clock.nowUs()), to: bob.address, amount: "1" };
    return signTransaction(
      new Map<string, Value>(Object.entries({ ...base, ...members })),
      signer.privateKey,
    );
  }
  const submit = (transaction: SignedTransaction): Promise<void> => test.node.submit(transaction);

  async function balanceOf(address: string): Promise<bigint> {
    const answer = await test.node.request({ request: objectToValue({ type: "GetBalance", address }) });
    return BigInt(textIn("value" in answer ? memberOf(answer.value, "balance") : undefined));
  }

  it("accepts a transaction once", async () => {
    const transaction = transfer();
    await submit(transaction);
    await expectRejection(submit(transaction), "TRANSACTION_DUPLICATE", "refused");
    expect(test.node.pool.size).to.equal(1);
  });

  it("accepts one of two equal transactions that arrive together", async () => {
    const transaction = transfer();
    const outcomes = await Promise.allSettled([submit(transaction), submit(transaction)]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(["fulfilled", "rejected"]);
  });

  it("refuses a signature by another key", async () => {
    const forged = { ...transfer(), signature: transfer({ amount: "2" }).signature };
    await expectRejection(submit(forged), "TRANSACTION_SIGNATURE", "refused");
  });

  it("refuses a transaction that is not newer than the tip, and accepts one newer by a microsecond", async () => {
    const tip = BigInt(test.node.ledger.tip.s_timestamp);
    const late = transfer({ timestamp: tip });
    const { advice } = await expectRejection(submit(late), "TRANSACTION_OVERTAKEN", "refused");
    // Its sender may have lost the answer to the first submission: what is signed again would be paid twice.
    expect(advice).to.match(new RegExp(`^[^\n]*chainnode tx get ${late.hash}\nIf none does, `));
    await submit(transfer({ timestamp: tip + 1n }));
  });

  it("accepts a transaction five seconds ahead, and refuses one a microsecond more", async () => {
    const latest = BigInt(test.clock.nowUs() + TIMESTAMP_ERROR_US);
    await expectRejection(submit(transfer({ timestamp: latest + 1n })), "TRANSACTION_TIMESTAMP", "refused");
    await submit(transfer({ timestamp: latest }));
  });

  it("refuses a sender that is not the signer, an unknown contract, and a parameter of another type", async () => {
    await expectRejection(submit(transfer({ from: bob.address })), "TRANSACTION_FROM", "refused");
    await expectRejection(submit(transfer({ type: "Nothing" })), "CONTRACT_MISSING", "not-found");
    await expectRejection(submit(transfer({ amount: 5n })), "PARAMETER_INVALID", "refused");
  });

  it("refuses what its contract refuses on the tip, such as a sender without a balance", async () => {
    await expectRejection(submit(transfer({}, createKeyPair())), "EXECUTION_FAILED", "refused");
  });

  it("refuses a transaction with more work than its own limit, which a block may hold, and accepts one at the limit", async () => {
    await publishSquare(test);
    const square = (digits: number): SignedTransaction =>
      transfer({ type: "Square", cid: SQUARES, factor: "7".repeat(digits) });
    await submit(square(300_000));
    const refusal = await expectRejection(submit(square(380_000)), "EXECUTION_FAILED", "refused");
    expect(refusal.message).to.equal("Too long processing. ");
  });

  it("executes each alone: two that spend the same balance are both accepted, and the block holds one", async () => {
    const all = (await balanceOf(alice.address)) - 10n ** 12n;
    const first = transfer({ amount: String(all) });
    const second = transfer({ amount: String(all), timestamp: BigInt(test.clock.nowUs() + 1) });
    await submit(first);
    await submit(second);
    await test.clock.advance(1_000_000);
    await test.node.settled();
    const known = await test.node.ledger.store.knownTransactions([first.hash, second.hash]);
    expect([...known]).to.deep.equal([first.hash]);
    expect(test.node.pool.size).to.equal(0);
  });

  it("charges by the real size, whatever size, hash or version the sender names (PROTOCOL 14.1)", async () => {
    const before = await balanceOf(alice.address);
    const forged = transfer({ size: -1_000_000n, hash: "00", version: "9" });
    await submit(forged);
    await test.clock.advance(1_000_000);
    await test.node.settled();
    expect(await balanceOf(alice.address)).to.equal(before - 1n - BigInt(forged.size) * 1_000_000n);
  });

  describe("with threads for long-running transactions", () => {
    let machine: MachineThreads;
    let threaded: TestNode;

    beforeEach(async () => {
      machine = new MachineThreads();
      threaded = await startDevNode({ runners: machine.runners });
      await publishSquare(threaded);
    });
    afterEach(async () => {
      await threaded.node.stop();
      await machine.close();
    });

    function slow(index: number, digits = 20_000): SignedTransaction {
      const timestamp = BigInt(threaded.clock.nowUs() + index);
      return transfer({ type: "Square", cid: SQUARES, timestamp, factor: "7".repeat(digits) });
    }

    it("lets the others overtake, and measures the work of each", async () => {
      const { node, clock } = threaded;
      const order: string[] = [];
      const noted = async (transaction: SignedTransaction): Promise<void> => {
        await node.submit(transaction);
        order.push(transaction.type);
      };
      await Promise.all([noted(slow(0)), noted(transfer({ timestamp: BigInt(clock.nowUs() + 1) }))]);
      expect(order).to.deep.equal(["Send", "Square"]);
      const works = node.pool.all().map(({ work }) => work > LIGHT_WORK);
      expect(works).to.deep.equal([false, true]);
    });

    it("refuses a transaction with too much work there, with the protocol's text", async () => {
      const refusal = await expectRejection(
        threaded.node.submit(slow(0, 380_000)),
        "EXECUTION_FAILED",
        "refused",
      );
      expect(refusal.message).to.equal("Too long processing. ");
    });

    it("refuses more of them than may wait, and no other transaction", async () => {
      const { node, clock } = threaded;
      const many = Array.from({ length: 40 }, (_, index) =>
        node.submit(slow(1_000_000 * (index % 5) + index)),
      );
      const outcomes = Promise.allSettled(many);
      await node.submit(transfer({ timestamp: BigInt(clock.nowUs() + 100) }));
      const refused = (await outcomes).flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
      expect(refused).to.have.length.above(0);
      for (const reason of refused) expect(reason).to.include({ code: "MACHINE_BUSY", kind: "busy" });
      expect(node.pool.size).to.equal(1 + many.length - refused.length);
    });

    it("makes and accepts the same blocks with and without them", async () => {
      const { node, clock } = threaded;
      for (const index of [0, 1]) await node.submit(slow(index));
      await node.submit(transfer({ timestamp: BigInt(clock.nowUs() + 9) }));
      const transactions = node.pool.all();
      const { ledger } = node;
      const roundTime = ledger.tip.s_timestamp + 1_000_000;
      const { block: made } = await ledger.execute(transactions, roundTime);
      const inline = await Ledger.open(ledger.store, ledger.network);
      const { block: same } = await inline.execute(transactions, roundTime);
      expect(made?.hash.blockhash).to.be.a("string").that.equals(same?.hash.blockhash);
      expect(made?.passed).to.have.length(3);
    });
  });

  describe("where another node decides (PROTOCOL 15.2)", () => {
    const DISTANCE_US = 1_000_000;
    let admission: Admission;
    let pool: TransactionPool;

    beforeEach(() => {
      const { ledger } = test.node;
      const interval = ledger.network.constants.main_chain_interval;
      pool = new TransactionPool();
      admission = new Admission({
        ledger,
        pool,
        clock: test.clock,
        intervals: new Intervals(interval, pool.limits),
        ages: new ArrivalAges(interval),
        isDeciding: async () => false,
        distanceUs: async () => DISTANCE_US,
      });
    });

    /** A transaction whose interval ended half a second ago. */
    async function belated(): Promise<SignedTransaction> {
      const transaction = transfer();
      await test.pass(750_000);
      return transaction;
    }

    it("accepts a timely transaction at once", async () => {
      await admission.submit(transfer());
      expect(pool.size).to.equal(1);
    });

    it("accepts a belated one at once that another node has accepted", async () => {
      await admission.submit(await belated(), { isForwarded: true });
      expect(pool.size).to.equal(1);
    });

    it("accepts a belated one only after the news of a block that has passed it over would have come", async () => {
      const transaction = await belated();
      const sentUs = test.clock.nowUs();
      await test.run(admission.submit(transaction));
      expect(test.clock.nowUs() - sentUs).to.be.at.least(DISTANCE_US);
      expect(pool.size).to.equal(1);
    });

    it("refuses a belated one whose block was sealed before and arrives meanwhile", async () => {
      const transaction = await belated();
      const submitted = expectRejection(admission.submit(transaction), "TRANSACTION_OVERTAKEN", "refused");
      await test.run(includeAll(test.node, bob, [{ type: "Send", to: alice.address, amount: "1" }]));
      await test.run(submitted);
      expect(pool.size).to.equal(0);
    });
  });

  describe("with a separate verifier", () => {
    /** A verifier that answers when `answer` is called. */
    function heldVerifier(): { verifier: SignatureVerifier; answer: () => void; asked: () => number } {
      const waiting: (() => void)[] = [];
      const verifier: SignatureVerifier = {
        async verify(transactions) {
          await new Promise<void>((resolve) => waiting.push(resolve));
          return INLINE_VERIFIER.verify(transactions);
        },
      };
      return { verifier, answer: () => waiting.shift()?.(), asked: () => waiting.length };
    }

    function admissionWith(
      verifier: SignatureVerifier,
      limits?: PoolLimits,
    ): { admission: Admission; pool: TransactionPool } {
      const { ledger } = test.node;
      const pool = new TransactionPool(limits);
      const interval = ledger.network.constants.main_chain_interval;
      const admission = new Admission({
        ledger,
        pool,
        clock: test.clock,
        verifier,
        intervals: new Intervals(interval, pool.limits),
        ages: new ArrivalAges(interval),
        isDeciding: async () => true,
      });
      return { admission, pool };
    }

    it("accepts submissions in order of arrival, whichever verdict comes first", async () => {
      let question = 0;
      const { admission, pool } = admissionWith({
        async verify(transactions) {
          question += 1;
          // Answers the first question a turn of the event loop later than the second.
          if (question === 1) await setImmediate();
          return INLINE_VERIFIER.verify(transactions);
        },
      });
      const transactions = Array.from({ length: 40 }, (_, index) =>
        transfer({ timestamp: BigInt(test.clock.nowUs() + index) }),
      );
      await Promise.all(transactions.map((transaction) => admission.submit(transaction)));
      expect(question).to.be.greaterThan(1);
      expect(pool.all().map(({ transaction }) => transaction.hash)).to.deep.equal(
        transactions.map(({ hash }) => hash),
      );
    });

    it("refuses submissions beyond what the pool may hold while others are in progress", async () => {
      const { verifier, answer, asked } = heldVerifier();
      const { admission, pool } = admissionWith(verifier, { maxTransactions: 2, maxBytes: 10_000 });
      const [first, second, third] = [1, 2, 3].map((amount) => transfer({ amount: String(amount) })) as [
        SignedTransaction,
        SignedTransaction,
        SignedTransaction,
      ];
      const taken = Promise.all([admission.submit(first), admission.submit(second)]);
      await expectRejection(admission.submit(third), "POOL_FULL", "busy");
      while (asked() === 0) await setImmediate();
      answer();
      await taken;
      expect(pool.size).to.equal(2);
    });

    it("reports a failure of the verifier to every waiting submission, and continues", async () => {
      let isBroken = true;
      const { admission } = admissionWith({
        async verify(transactions) {
          if (isBroken) throw new ChainError("BROKEN", "It broke. ");
          return INLINE_VERIFIER.verify(transactions);
        },
      });
      const transactions = Array.from({ length: 40 }, (_, index) => transfer({ amount: String(index) }));
      const outcomes = await Promise.allSettled(transactions.map((each) => admission.submit(each)));
      expect(outcomes.every(({ status }) => status === "rejected")).to.equal(true);
      isBroken = false;
      await Promise.all(transactions.map((each) => admission.submit(each)));
    });
  });
});
