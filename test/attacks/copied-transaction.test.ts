import { expect } from "chai";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { Value } from "../../src/codec/value.js";
import { SignaturesAhead } from "../../src/ledger/signatures/signatures-ahead.js";
import { INLINE_VERIFIER } from "../../src/ledger/signatures/signature-verifier.js";
import { type MainBlock, mainBlockToText } from "../../src/records/main-block.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { expectRejection } from "../support/expect-rejection.js";
import { Validator } from "../support/validator.js";
import { OFFICE_START_US, prepareValidatorChain } from "../support/validator-chain.js";
import { mainBlock } from "../../src/store/reads.js";

const SECOND_US = 1_000_000;
const [alice, mallory, bob] = devAccounts() as [KeyPair, KeyPair, KeyPair];

describe("Another signer's copy of a transaction without a sender (PROTOCOL 15.7)", () => {
  let clock: VirtualClock;
  let validator: Validator;

  beforeEach(async () => {
    clock = new VirtualClock(OFFICE_START_US + 10 * SECOND_US);
    const chain = await prepareValidatorChain([0]);
    validator = await Validator.open(
      chain,
      (chain.identities[0] as (typeof chain.identities)[0]).node,
      clock,
    );
  });
  afterEach(() => validator.ledger.store.close());

  /** A transfer without `from`, which has the same hash for every signer. */
  function transfer(signer: KeyPair, amount: string, timestamp: number): SignedTransaction {
    const members = new Map<string, Value>([
      ["type", "Send"],
      ["timestamp", BigInt(timestamp)],
      ["to", bob.address],
      ["amount", amount],
    ]);
    return signTransaction(members, signer.privateKey);
  }
  async function seal(): Promise<string> {
    await clock.advance(2 * SECOND_US);
    const block = await validator.step();
    const stored = await mainBlock(validator.ledger.store, { height: block?.height ?? 0 });
    return stored === null ? "" : mainBlockToText(stored);
  }

  it("does not keep the original out of the pool; the first one accepted is proposed", async () => {
    const nowUs = clock.nowUs();
    const [copied, own] = [transfer(mallory, "1", nowUs), transfer(alice, "1", nowUs)];
    expect(copied.hash).to.equal(own.hash);
    await validator.submit(copied);
    await validator.submit(own);
    await expectRejection(validator.submit(own), "TRANSACTION_DUPLICATE", "refused");
    expect(await seal()).to.include(mallory.publicKey);
    expect(validator.pool.size).to.equal(0);
  });

  it("is not known to be valid in a block because another signer's is in the pool", async () => {
    const own = transfer(alice, "1", clock.nowUs());
    await validator.submit(own);
    // A relay puts the victim's key into a block, beside the signature that the pool has verified for another key.
    const forged = { ...own, public_key: bob.publicKey };
    const block = { transactions: [own, forged], seal: new Map() } as unknown as MainBlock;
    const signatures = new SignaturesAhead(INLINE_VERIFIER, (transaction) =>
      validator.pool.holds(transaction),
    );
    signatures.begin([block]);
    const { isVerified } = await signatures.of(block);
    expect(isVerified(own)).to.equal(true);
    expect(isVerified(forged)).to.equal(false);
  });

  it("does not keep the original out of the block when the copy fails there", async () => {
    const nowUs = clock.nowUs();
    // More than half of what a development account has.
    const balance = "20000000000000000000000";
    const [copied, own] = [transfer(mallory, balance, nowUs), transfer(alice, balance, nowUs)];
    // The copy passes alone, and fails after another transaction that spends the money.
    await validator.submit(transfer(mallory, balance, nowUs - 1));
    await validator.submit(copied);
    await validator.submit(own);
    const block = await seal();
    expect(block).to.include(alice.publicKey);
    expect(block).to.include(own.hash);
    expect(validator.dropped.size).to.equal(0);
  });
});
