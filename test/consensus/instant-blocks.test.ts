import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { readSignedTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { expectRejection } from "../support/expect-rejection.js";
import { FastSigner } from "../support/fast-signer.js";
import { Validator } from "../support/validator.js";
import { OFFICE_START_US, prepareValidatorChain, type ValidatorChain } from "../support/validator-chain.js";

const MS = 1000;
const SECOND = 1000 * MS;
const [alice, recipient] = devAccounts() as [KeyPair, KeyPair];
const signer = new FastSigner(alice);

describe("The blocks of an instant chain (PROTOCOL 15.2)", () => {
  let chain: ValidatorChain;
  let clock: VirtualClock;
  let node: Validator;
  /** Called by a test: until then a signature that was asked for is not judged. */
  const held: (() => void)[] = [];
  let isHeld = false;

  before(async () => {
    const { network, ...rest } = await prepareValidatorChain([0]);
    const constants = { ...network.constants, main_chain_interval: MS };
    chain = { ...rest, network: { ...network, constants } };
  });
  beforeEach(async () => {
    isHeld = false;
    clock = new VirtualClock(OFFICE_START_US + 10 * SECOND);
    const verifier = {
      verify: async (signed: readonly unknown[]) => {
        if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
        return signed.map(() => true);
      },
    };
    const [identity] = chain.identities;
    if (identity === undefined) throw new Error("The chain has no validator. ");
    node = await Validator.open(chain, identity.node, clock, { verifier });
  });
  afterEach(() => node.ledger.store.close());

  /** Submits a transaction whose signature is not judged yet. */
  async function submitHeld(timestampUs: number): Promise<{ admitted: Promise<void>; judge: () => void }> {
    isHeld = true;
    const admitted = node.submit(signedAt(timestampUs));
    while (held.length === 0) await setImmediate();
    isHeld = false;
    return { admitted, judge: held.pop() ?? (() => undefined) };
  }
  const signedAt = (timestampUs: number): SignedTransaction => {
    const { transaction, ...signed } = signer.transfer(recipient.address, timestampUs);
    return readSignedTransaction({ ...signed, transaction: parseJson(transaction) });
  };

  it("are dated at the end of the last transaction's millisecond, once the grace is over", async () => {
    const signedUs = clock.nowUs() + 1;
    await node.submit(signedAt(signedUs));
    await clock.advance(25 * MS);
    expect(await node.step()).to.equal(null);
    await clock.advance(MS);
    expect(await node.step()).to.include({ s_timestamp: signedUs - 1 + MS, transaction_count: 1 });
  });

  it("are made at once for one sender that waits for each", async () => {
    for (let sent = 0; sent < 3; sent += 1) {
      await node.submit(signedAt(clock.nowUs()));
      if (sent < 2) await clock.advance(26 * MS);
      expect(await node.step()).to.include({ transaction_count: 1 });
      await clock.advance(MS);
    }
  });

  it("wait for a transaction that is being checked, but not for more than a second", async () => {
    const signedUs = clock.nowUs();
    await clock.advance(2 * MS);
    await node.submit(signedAt(signedUs + 2 * MS));
    const checked = await submitHeld(signedUs + MS);
    await clock.advance(30 * MS);
    expect(await node.step()).to.equal(null);
    checked.judge();
    await checked.admitted;
    await clock.advance(30 * MS);
    expect(await node.step()).to.include({ transaction_count: 2 });

    await node.submit(signedAt(clock.nowUs() + 1));
    const stuck = await submitHeld(clock.nowUs());
    await clock.advance(100 * MS);
    expect(await node.step()).to.equal(null);
    await clock.advance(SECOND);
    expect(await node.step()).to.include({ transaction_count: 1 });
    const refused = expectRejection(stuck.admitted, "TRANSACTION_OVERTAKEN", "refused");
    stuck.judge();
    await refused;
  });
});
