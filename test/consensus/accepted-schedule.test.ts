import { expect } from "chai";
import { ChainError } from "../../src/codec/chain-error.js";
import { hashOf } from "../../src/codec/hash.js";
import { parseJson } from "../../src/codec/parse-json.js";
import type { SignatureVerifier } from "../../src/ledger/signatures/signature-verifier.js";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import { createKeyPair, type KeyPair } from "../../src/data/directory/identity.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { readSignedTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import type { Store } from "../../src/store/store.js";
import { FastSigner } from "../support/fast-signer.js";
import { TEST_SEED, createSeededRandom, seeded } from "../support/seeded-random.js";
import { Validator } from "../support/validator.js";
import { OFFICE_START_US, prepareValidatorChain, type ValidatorChain } from "../support/validator-chain.js";
import { WorkUnderWay } from "../support/work-under-way.js";

const RUNS = 2;
const SECOND_US = 1_000_000;
const TICKS = 60;
const TICK_US = SECOND_US / 10;
/** Each of two transfers of this amount is accepted alone; in one block only the first passes. */
const MOST = `15000${"0".repeat(18)}`;
/** Why an accepted transaction may not enter a block: another one changed the state or its code. */
const CONFLICTS = new Set([
  "You can't send more than what you have. ",
  "Only new versions of code can be registered.",
]);

const accounts = devAccounts();
const signers = accounts.map((account) => new FastSigner(account));
const recipient = createKeyPair(hashOf("recipient"));

describe(seeded("Every accepted transaction is committed, in any order of events (PROTOCOL 15.2)"), () => {
  let chain: ValidatorChain;

  before(async () => {
    chain = await prepareValidatorChain([0]);
  });

  for (let run = 0; run < RUNS; run += 1)
    it(`holds for wrong clocks, slow checks, conflicts and new codes, run ${run + 1}`, async () => {
      const { accepted, committed, dropped, refused } = await play(
        createSeededRandom(TEST_SEED + run * 7919),
      );
      expect(accepted.length, "accepted").to.be.above(100);
      expect(refused.size, "kinds of refusals").to.be.above(0);
      const lost = accepted.filter((hash) => !committed.has(hash) && !dropped.has(hash));
      expect(lost).to.deep.equal([]);
      expect([...dropped.values()].filter((reason) => !CONFLICTS.has(reason))).to.deep.equal([]);
      expect(accepted.filter((hash) => committed.has(hash) && dropped.has(hash))).to.deep.equal([]);
    });

  async function play(random: () => number) {
    const clock = new VirtualClock(OFFICE_START_US + 10 * SECOND_US);
    const verifier: SignatureVerifier = {
      async verify(signed) {
        if (random() < 0.3)
          await new Promise<void>((done) => clock.schedule(Math.ceil(random() * 3) * TICK_US, done));
        return signed.map(() => true);
      },
    };
    const [identity] = chain.identities;
    if (identity === undefined) throw new Error("The chain has no validator. ");
    const underWay = new WorkUnderWay();
    const around = (store: Store): Store => underWay.counted(() => store);
    const node = await Validator.open(chain, identity.node, clock, { verifier, around });
    // The virtual clock stands still during real work.
    const settled = async (): Promise<void> => {
      do await underWay.settled();
      while (process.getActiveResourcesInfo().includes("Immediate"));
    };
    const accepted: string[] = [];
    const refused = new Set<string>();
    const unanswered = new Set<string>();
    const submit = async (transaction: SignedTransaction): Promise<void> => {
      unanswered.add(transaction.hash);
      try {
        await node.submit(transaction);
        accepted.push(transaction.hash);
      } catch (error) {
        if (!(error instanceof ChainError)) throw error;
        refused.add(error.code);
      } finally {
        unanswered.delete(transaction.hash);
      }
    };
    let step: Promise<unknown> = Promise.resolve();
    for (let tick = 0; tick < TICKS; tick += 1) {
      const burst = random() < 0.1 ? 400 : 12;
      for (let count = Math.floor(random() * burst); count > 0; count -= 1)
        void submit(transactionOf(random, clock.nowUs()));
      // The validator is sometimes late, while submissions continue.
      if (random() < 0.8) step = step.then(() => node.step());
      await settled();
      await clock.advance(TICK_US);
    }
    while (unanswered.size > 0 || node.pool.size > 0) {
      await clock.advance(TICK_US);
      await settled();
      step = step.then(() => node.step());
      await step;
    }
    const { store } = node.ledger;
    const committed = await store.knownTransactions(accepted);
    await store.close();
    return { accepted, committed, dropped: node.dropped, refused };
  }

  function transactionOf(random: () => number, nowUs: number): SignedTransaction {
    const index = Math.floor(random() * signers.length);
    const signer = signers[index] as FastSigner;
    const interval = Math.floor(nowUs / SECOND_US) * SECOND_US;
    const stamps = [
      nowUs - random() * 1_500_000,
      nowUs + random() * 4_000_000,
      interval,
      interval + SECOND_US,
      nowUs,
    ];
    const timestampUs = Math.floor(stamps[Math.floor(random() * stamps.length)] ?? nowUs);
    const kind = random();
    const sent = (amount: string) =>
      signer.sign("Send", timestampUs, [
        ["to", recipient.address],
        ["amount", amount],
      ]);
    const { transaction, ...signed } =
      kind < 0.02
        ? signer.sign("Publish", timestampUs, [["code", codeOf(accounts[index] as KeyPair, random)]])
        : sent(kind < 0.05 ? MOST : `${Math.floor(random() * 1000)}`);
    return readSignedTransaction({ ...signed, transaction: parseJson(transaction) });
  }

  function codeOf({ address }: KeyPair, random: () => number): string {
    const v = `${1 + Math.floor(random() * 1_000_000)}`;
    return JSON.stringify({ t: "request", m: "0.2.0", n: "Any", v, s: "any", w: address, p: [], e: [] });
  }
});
