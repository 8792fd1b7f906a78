import { expect } from "chai";
import { isProof } from "../../src/consensus/miner/kernel.js";
import { answerToValue } from "../../src/ledger/answer.js";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { memberOf, type Value } from "../../src/codec/value.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { createIdentity, type KeyPair } from "../../src/data/directory/identity.js";
import type { LogEntry } from "../../src/base/log.js";
import { includeAll } from "../../src/node/preset.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import type { Store } from "../../src/store/store.js";
import { startDevNode, START_US, type TestNode } from "../support/dev-node.js";
import { expectRejection } from "../support/expect-rejection.js";
import { makeTempDirectory } from "../support/temp-store.js";

const SECOND_US = 1_000_000;
const MINUTE_US = 60 * SECOND_US;
const CREDIT = 60_000_000n * 10n ** 18n;

async function answer(test: TestNode, request: Record<string, Value>): Promise<Value | undefined> {
  const answered = await test.node.request({ request: new Map(Object.entries(request)) });
  return "value" in answered ? answered.value : undefined;
}

async function amountOf(test: TestNode, request: Record<string, Value>, name: string): Promise<bigint> {
  const value = memberOf(await answer(test, request), name);
  return typeof value === "string" ? BigInt(value) : 0n;
}

const resourceOf = (test: TestNode, address: string): Promise<bigint> =>
  amountOf(test, { type: "GetResource", address }, "resource");
const balanceOf = (test: TestNode, address: string): Promise<bigint> =>
  amountOf(test, { type: "GetBalance", address }, "balance");

function resourceHeight({ node }: TestNode): number {
  return node.ledger.resourceChain.tip?.height ?? 0;
}

describe("A development node that mines, on a virtual clock", () => {
  const [alice, bob] = devAccounts() as [KeyPair, KeyPair];
  const send = (test: TestNode): Promise<void> =>
    test.run(includeAll(test.node, alice, [{ type: "Send", to: bob.address, amount: "1" }]));

  it("mines about every resource interval and names itself, its owner and the main tip (PROTOCOL 3.5, 10.5)", async () => {
    const identity = createIdentity(bob.address);
    const test = await startDevNode({ identity });
    test.node.mining.start();
    await test.pass(MINUTE_US);
    expect(resourceHeight(test)).to.be.within(29, 30);
    const first = await test.node.ledger.store.resourceBlock({ height: 1 });
    expect(first).to.include({
      previous_blockhash: "",
      main_height: test.node.ledger.tip.height,
      main_blockhash: test.node.ledger.tip.blockhash,
      validator: identity.node.address,
      miner: bob.address,
      receipt_count: 0,
    });
    await test.node.stop();
  });

  it("earns a receipt a round from itself, shows it in Broadcast, and includes it in the next block (PROTOCOL 10.9)", async () => {
    const test = await startDevNode();
    const { node } = test;
    const { ledger } = node;
    const shown = memberOf(await answerToValue(await node.broadcast({ chain_type: "resource" })), "receipts");
    const receipt = memberOf(shown, node.identity.node.address);
    expect(memberOf(receipt, "previous_blockhash")).to.equal(ledger.tip.blockhash);
    expect(memberOf(receipt, "beneficiary")).to.equal(node.identity.owner);
    node.mining.start();
    await test.pass(5 * SECOND_US);
    expect((await ledger.store.resourceBlock({ height: 2 }))?.receipt_count).to.equal(1);
    await test.node.stop();
  });

  it("is paid within a minute, refines the payment and sends the balance (PROTOCOL 6.14, 6.15, 8.8, 8.9)", async () => {
    const test = await startDevNode();
    const { node } = test;
    const { address } = node.identity.node;
    node.mining.start();
    await test.pass(25 * SECOND_US);
    expect(await resourceOf(test, address)).to.equal(0n);
    await send(test);
    const paid = await resourceOf(test, address);
    // All but the rounding: the only miner is also the only beneficiary.
    expect(paid > CREDIT - 100n).to.equal(true);

    const before = await balanceOf(test, address);
    await test.run(
      includeAll(node, node.identity.node, [{ type: "Refine", amount: (10n ** 24n).toString() }]),
    );
    const refined = await balanceOf(test, address);
    expect(refined - before > 9n * 10n ** 23n).to.equal(true);
    const bobBefore = await balanceOf(test, bob.address);
    await test.run(
      includeAll(node, node.identity.node, [
        { type: "Send", to: bob.address, amount: (10n ** 23n).toString() },
      ]),
    );
    expect((await balanceOf(test, bob.address)) - bobBefore).to.equal(10n ** 23n);
    await node.stop();
  });

  it("is not paid while there are no transactions: a main block makes the payment (PROTOCOL 8.8)", async () => {
    const test = await startDevNode();
    const { height } = test.node.ledger.tip;
    test.node.mining.start();
    await test.pass(MINUTE_US);
    expect(test.node.ledger.tip.height).to.equal(height);
    expect(await resourceOf(test, test.node.identity.owner)).to.equal(0n);
    await test.node.stop();
  });

  it("stands still and logs it after a long stop, and recovers when it mines (PROTOCOL 9.14)", async () => {
    const identity = createIdentity();
    const directory = await makeTempDirectory();
    const open = (): Promise<Store> => openSqliteStore({ file: join(directory, "chain.sqlite") });
    const first = await startDevNode({ identity, store: await open() });
    first.node.mining.start();
    await first.pass(MINUTE_US);
    await first.node.stop();

    const log: LogEntry[] = [];
    const test = await startDevNode({
      identity,
      store: await open(),
      startUs: START_US + 60 * MINUTE_US,
      log: (entry) => log.push(entry),
    });
    await test.pass(2 * SECOND_US);
    expect(await test.node.standstill.isStandingStill()).to.equal(true);
    expect(log.filter(({ level }) => level === "warn").map(({ message }) => message)).to.have.lengthOf(1);

    const height = resourceHeight(test);
    test.node.mining.start();
    await test.pass(5 * SECOND_US);
    expect(resourceHeight(test)).to.be.greaterThan(height);
    expect(await test.node.standstill.isStandingStill()).to.equal(false);
    await send(test);
    expect(log.at(-1)).to.include({ message: "block" });
    await test.node.stop();
    await rm(directory, { recursive: true });
  });

  it("works without mining: a resource chain of height 0 never stands still (PROTOCOL 9.13)", async () => {
    const test = await startDevNode();
    await test.pass(2 * MINUTE_US);
    expect(await test.node.standstill.isStandingStill()).to.equal(false);
    await send(test);
    await test.node.stop();
  });

  it("shows in Info whether mining is on and whether it is searching", async () => {
    const test = await startDevNode();
    const flags = async (): Promise<(Value | undefined)[]> => {
      const info = await test.node.info();
      return [memberOf(info, "resource_miner_policy"), memberOf(info, "mining")];
    };
    expect(await flags()).to.deep.equal([false, false]);
    test.node.mining.start();
    await test.pass(SECOND_US);
    expect(await flags()).to.deep.equal([true, true]);
    await test.node.mining.stop();
    expect(await flags()).to.deep.equal([false, false]);
    await test.node.stop();
  });

  it("accepts the nonce of an external miner once, and refuses a wrong nonce (PROTOCOL 10.3)", async () => {
    const test = await startDevNode();
    const { mining } = test.node;
    const job = await mining.job();
    const { prefix = "", limit = "" } = job ?? {};
    const isProofOfJob = (nonce: string): boolean => isProof(prefix, nonce, limit);
    const nonces = Array.from({ length: 100 }, (_, index) => String(index));
    const wrong = nonces.find((nonce) => !isProofOfJob(nonce)) ?? "";
    await expectRejection(mining.submit({ prefix, nonce: wrong }), "PROOF_OF_WORK", "refused");

    const result = { prefix, nonce: nonces.find(isProofOfJob) ?? "" };
    expect(await mining.submit(result)).to.include({ height: 1, nonce: result.nonce });
    await expectRejection(mining.submit(result), "RESOURCE_BLOCK_ORDER", "refused");
    expect(await mining.job()).to.equal(null);
    await test.pass(SECOND_US);
    expect((await mining.job())?.prefix).to.have.lengthOf(142);
    await expectRejection(mining.submit(result), "MINING_JOB_CLOSED", "refused");
    await test.node.stop();
  });
});
