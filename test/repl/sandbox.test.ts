import { expect } from "chai";
import { memberOf } from "../../src/codec/value.js";
import { createKeyPair, type KeyPair } from "../../src/data/directory/identity.js";
import { createGlobals } from "../../src/repl/globals.js";
import { createChainObject } from "../../src/repl/objects/chain.js";
import type { createCodeObject } from "../../src/repl/objects/code.js";
import { createDebugObjects } from "../../src/repl/objects/debug.js";
import { createTxObject } from "../../src/repl/objects/tx.js";
import { createTestHost } from "./console-stub.js";
import { createSigners } from "../../src/repl/signers.js";
import { openSandbox, type SandboxConnection } from "../../src/repl/sandbox.js";

const START_US = 1_800_000_000_000_000;
const STRANGER = createKeyPair("ab".repeat(32)).address;

describe("The console's sandbox", () => {
  let connection: SandboxConnection;
  let alice: KeyPair;
  let bob: KeyPair;
  let tx: ReturnType<typeof createTxObject>;
  beforeEach(async () => {
    connection = await openSandbox(START_US);
    tx = createTxObject(connection, createTestHost(), createSigners(connection, createTestHost()));
    [alice, bob] = connection.sandbox.accounts as [KeyPair, KeyPair];
  });
  afterEach(() => connection.sandbox.close());

  const balance = (address: string) => createChainObject(connection, createTestHost()).balance(address);
  const pay = async (amount: string): Promise<string> => {
    return tx.send(tx.sign(tx.build("Send", alice.address, { to: STRANGER, amount }), alice));
  };
  const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

  it("advances exactly by the given time", async () => {
    const { nowUs, sandbox } = connection;
    const before = nowUs();
    await sandbox.warp(1.23);
    expect(nowUs() - before).to.equal(1_230_000);
  });

  it("makes a block of the pooled transactions in their round, and no empty block", async () => {
    const { client, sandbox } = connection;
    const height = await client.blockCount();
    expect(await sandbox.mine(3)).to.equal(height);
    await sandbox.warp(60);
    expect(await client.blockCount()).to.equal(height);
    const hash = await pay("5");
    expect(await client.getTransaction(hash)).to.equal(null);
    await sandbox.warp(1);
    expect(await client.blockCount()).to.equal(height + 1);
    expect(await client.getTransaction(hash)).not.to.equal(null);
  });

  it("mines until the pool is empty, or for a number of rounds", async () => {
    const { sandbox, client } = connection;
    await pay("1");
    await pay("1");
    expect(await sandbox.mine()).to.equal(await client.blockCount());
    expect((await client.broadcast()).transactions.size).to.equal(0);
    expect(await balance(STRANGER)).to.equal("2");
  });

  it("mines resource blocks, each after an interval, and main blocks pay for them once they are confirmed (PROTOCOL 8.8)", async () => {
    const { client, sandbox, nowUs } = connection;
    const before = nowUs();
    expect(await sandbox.mineResource(12)).to.equal(12);
    expect(nowUs() - before).to.be.at.least(24_000_000);
    await pay("1");
    await sandbox.mine();
    const { miner } = (await client.getResourceBlock(1)) ?? { miner: "" };
    expect(await client.getResource(miner)).not.to.equal("0");
  });

  it("funds an address out of nothing, in a block", async () => {
    const { client, sandbox } = connection;
    const height = await client.blockCount();
    await sandbox.fund(STRANGER, "700");
    await sandbox.fund(STRANGER, 5n);
    expect(await client.blockCount()).to.equal(height + 2);
    expect(await balance(STRANGER)).to.equal("705");
    expect(await failureOf(sandbox.fund(STRANGER, "-1"))).to.include({ code: "EXECUTION_FAILED" });
    expect(await failureOf(sandbox.fund("no address", "1"))).to.include({ code: "ADDRESS" });
  });

  it("reverts to a snapshot: time, pool, both chains and the fixed height", async () => {
    const { client, sandbox, nowUs } = connection;
    const waiting = await pay("3");
    await sandbox.mineResource(2);
    const later = await pay("4");
    const seen = async () => ({
      height: await client.blockCount(),
      resource: await client.resourceBlockCount(),
      paid: await balance(alice.address),
      pooled: [...(await client.broadcast()).transactions.keys()],
    });
    const before = await seen();
    const number = await sandbox.snapshot();
    const time = nowUs();
    expect(await seen()).to.deep.equal(before);
    expect(before.pooled).to.deep.equal([later]);
    expect(await client.getTransaction(waiting)).not.to.equal(null);

    for (const seconds of [30, 3600]) {
      await sandbox.mine();
      await sandbox.mineResource(13);
      await pay("5");
      await sandbox.warp(seconds);
      expect(await client.getTransaction(later)).not.to.equal(null);
      await sandbox.revert(number);
      expect(await seen()).to.deep.equal(before);
      expect(nowUs() - time).to.be.within(0, 1000);
    }
    // A transaction that is built now has the restored time.
    await pay("6");
    await sandbox.mine();
    expect(await balance(STRANGER)).to.equal("13");
  });

  it("keeps earlier snapshots when it reverts, and drops later ones", async () => {
    const { sandbox } = connection;
    const first = await sandbox.snapshot();
    await sandbox.fund(STRANGER, "1");
    const second = await sandbox.snapshot();
    await sandbox.fund(STRANGER, "1");
    await sandbox.revert(second);
    expect(await balance(STRANGER)).to.equal("1");
    await sandbox.revert(first);
    expect(await balance(STRANGER)).to.equal("0");
    expect(await failureOf(sandbox.revert(second))).to.include({ code: "SNAPSHOT_UNKNOWN" });
    expect(await sandbox.snapshot()).to.equal(second);
  });

  it("sends from an address without its key, under all rules except the signature", async () => {
    const { client, sandbox } = connection;
    await sandbox.fund(STRANGER, "1000000000000");
    const stranger = sandbox.impersonate(STRANGER);
    const hash = await stranger.send("Send", { to: bob.address, amount: "7" });
    await sandbox.mine();
    expect((await client.getTransaction(hash))?.transaction.get("from")).to.equal(STRANGER);
    expect([...(await client.listTransaction({ count: 10 }, STRANGER)).keys()]).to.include(hash);
    const { trace } = createDebugObjects(connection, createTestHost());
    expect((await trace(hash)).from).to.equal(STRANGER);

    const tooMuch = stranger.send("Send", { to: bob.address, amount: "9".repeat(30) });
    expect(await failureOf(tooMuch)).to.include({ code: "EXECUTION_FAILED" });
    expect(await failureOf(sandbox.impersonate("unknown").send("Send"))).to.include({
      code: "ADDRESS",
    });
  });

  it("does not invent a key for a signer without one", async () => {
    const payment = { to: bob.address, amount: "1" };
    for (const signer of [{}, { address: alice.address }, connection.sandbox.impersonate(alice.address)]) {
      const sent = tx.send("Send", payment, signer as KeyPair);
      expect(await failureOf(sent)).to.include({ code: "SIGNER" });
    }
  });

  it("refuses unsigned transactions from others, even the record of one that it accepted", async () => {
    const { client, sandbox } = connection;
    const impersonated = sandbox.impersonate(alice.address);
    const hash = await impersonated.send("Send", { to: bob.address, amount: "7" });
    const pooled = (await client.broadcast()).transactions.get(hash);
    await sandbox.revert(await sandbox.snapshot());
    const forged = {
      ...tx.sign(tx.build("Send", alice.address, { to: bob.address, amount: "8" }), alice),
      signature: "0".repeat(128),
    };
    expect(await failureOf(client.sendTransaction(forged))).to.include({ code: "TRANSACTION_SIGNATURE" });
    expect(pooled?.signature).to.equal("0".repeat(128));
  });

  it("reports a failure to the caller that waits, and continues", async () => {
    const { client, sandbox } = connection;
    // Each passes alone; after the first, the balance is too small for the second.
    const nearlyAll = "29999999999999000000000";
    const first = await pay(nearlyAll);
    const second = await pay(nearlyAll);
    await sandbox.mine();
    const refused = (await client.getTransaction(first)) === null ? first : second;
    expect(sandbox.refusalOf(refused)).to.include("more than what you have");
    const { why } = createDebugObjects(connection, createTestHost());
    expect(await why(refused)).to.include({ fate: "refused", reason: sandbox.refusalOf(refused) });
  });

  it("lets its first account register and publish code, and no other account register it", async () => {
    const { code } = createGlobals(connection, createTestHost()) as {
      code: ReturnType<typeof createCodeObject>;
    };
    const parts = { name: "Seven", kind: "request" as const, response: { seven: 7 } };
    const record = code.classic(parts);
    expect(await failureOf(code.register(record, bob))).to.include({
      code: "EXECUTION_FAILED",
      message: "You are not network manager. ",
    });
    expect(await code.register(record)).to.include({ name: "Seven", version: "1" });
    const chain = createChainObject(connection, createTestHost());
    expect(memberOf(await chain.request("Seven"), "seven")).to.equal(7n);
    const published = await code.publish(code.method({ ...parts, name: "Eight", space: "club" }));
    expect(published).to.include({ name: "Eight" });
    const nine = code.classic({ ...parts, name: "Nine" });
    const { sandbox } = connection;
    expect(await failureOf(code.register(nine, sandbox.impersonate(STRANGER)))).to.include({
      code: "EXECUTION_FAILED",
    });
    expect(await code.register(nine, sandbox.impersonate(alice.address))).to.include({ name: "Nine" });
  });

  it("answers a client through the engine: info, full blocks, cells", async () => {
    const { client } = connection;
    const { last_block } = await client.info();
    const block = await client.getBlock(last_block.height);
    expect(block?.blockhash).to.equal(last_block.blockhash);
    const [key] = [...(block?.universal_updates.keys() ?? [])];
    const cell = await client.inspect("universal", key ?? "");
    expect(cell.value).to.equal(block?.universal_updates.get(cell.key)?.new);
    expect(cell.height).to.equal(last_block.height);
  });

  it("exists only at its own prompt", () => {
    expect(createGlobals(connection, createTestHost())).to.have.property("sandbox");
    expect(createGlobals({ ...connection, sandbox: null }, createTestHost())).not.to.have.property("sandbox");
  });

  it("answers any request by its name", async () => {
    const chain = createChainObject(connection, createTestHost());
    const block = await chain.request("GetBlock", { target: 1, full: false });
    expect(memberOf(block, "height")).to.equal(1n);
  });
});
