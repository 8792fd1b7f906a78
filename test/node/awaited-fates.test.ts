import { expect } from "chai";
import { memberOf, objectToValue, type Value } from "../../src/codec/value.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { replayTransaction } from "../../src/replay/trial/try-transaction.js";
import { costOf } from "../../src/replay/trial/fee.js";
import { ReadChain } from "../../src/replay/read-chain.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import type { RulesNumber } from "../../src/records/rules.js";
import { networkMembers } from "../../src/records/transaction-rules.js";
import { startDevNode, type TestNode } from "../support/dev-node.js";
import { mapIn } from "../support/vectors.js";

const SECOND_MS = 1000;
/** As much as two accounts have. */
const TOO_MUCH = "20000000000000000000000";

describe("An answer that waits for the block of its transaction", () => {
  let test: TestNode;
  const start = async (rules: RulesNumber): Promise<void> => {
    test = await startDevNode({ rules });
  };
  const send = (amount: string, offsetUs = 0): SignedTransaction => {
    const [alice, bob] = devAccounts();
    const members = objectToValue({
      type: "Send",
      ...Object.fromEntries(networkMembers(test.node.ledger.network)),
      to: bob?.address ?? "",
      from: alice?.address ?? "",
      amount,
      timestamp: BigInt(test.clock.nowUs() + offsetUs),
    });
    return signTransaction(mapIn(members), alice?.privateKey ?? "");
  };
  const fateOf = async (
    transaction: SignedTransaction,
    waitMs: number,
    signal?: AbortSignal,
  ): Promise<Value> =>
    (await test.node.sendAndWait(transaction, { waitMs, ...(signal === undefined ? {} : { signal }) })).fate;

  afterEach(() => test.node.stop());

  for (const rules of [1, 2] as const)
    it(`tells the height and the fee that a replay finds, with rules ${rules}`, async () => {
      await start(rules);
      const transaction = send("7");
      const fate = await test.run(fateOf(transaction, 5 * SECOND_MS));
      const { node, definition } = test;
      const chain = await ReadChain.ofStore(node.ledger.store, definition);
      const trial = await replayTransaction(chain, transaction.hash);
      if (trial === null) throw new Error("No block holds it. ");
      const { fee } = costOf(trial, await chain.at(trial.height));
      expect(fee).to.be.a("bigint");
      expect(fate).to.deep.equal(
        objectToValue({ state: "committed", height: BigInt(node.ledger.tip.height), fee: String(fee) }),
      );
    });

  it("tells that the transaction waits when the time is up, or the caller leaves", async () => {
    await start(1);
    expect(await test.run(fateOf(send("1", 2_000_000), SECOND_MS))).to.deep.equal(
      objectToValue({ state: "pooled" }),
    );
    const leaving = new AbortController();
    const left = fateOf(send("1", 3_000_000), 30 * SECOND_MS, leaving.signal);
    await test.node.settled();
    leaving.abort();
    expect(memberOf(await left, "state")).to.equal("pooled");
  });

  it("tells that a block holds a copy by another signer (PROTOCOL 15.7)", async () => {
    await start(1);
    const [, bob, carol, dave] = devAccounts();
    const members = mapIn(
      objectToValue({
        type: "Send",
        ...Object.fromEntries(networkMembers(test.node.ledger.network)),
        to: bob?.address ?? "",
        amount: "7",
        timestamp: BigInt(test.clock.nowUs()),
      }),
    );
    const copies = [carol, dave].map((signer) =>
      fateOf(signTransaction(members, signer?.privateKey ?? ""), 5 * SECOND_MS),
    );
    const states = await test.run(Promise.all(copies));
    expect(states.map((fate) => memberOf(fate, "state"))).to.deep.equal(["committed", "dropped"]);
  });

  it("tells why the transaction was dropped", async () => {
    await start(1);
    const sent = [send(TOO_MUCH), send(TOO_MUCH, 1)].map((transaction) => fateOf(transaction, 5 * SECOND_MS));
    const states = await test.run(Promise.all(sent));
    expect(states.map((fate) => memberOf(fate, "state"))).to.deep.equal(["committed", "dropped"]);
    expect(memberOf(states[1] ?? null, "reason")).to.be.a("string");
  });
});
