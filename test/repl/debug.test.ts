import { expect } from "chai";
import { inspect } from "node:util";
import { runInNewContext } from "node:vm";
import { ChainError } from "../../src/codec/chain-error.js";
import { spaceIdOf } from "../../src/codec/hash.js";
import type { Value } from "../../src/codec/value.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { createGlobals } from "../../src/repl/globals.js";
import { createChainObject } from "../../src/repl/objects/chain.js";
import { createDebugObjects } from "../../src/repl/objects/debug.js";
import { createTxObject } from "../../src/repl/objects/tx.js";
import { createSigners } from "../../src/repl/signers.js";
import { openSandbox, type SandboxConnection } from "../../src/repl/sandbox.js";
import { createTestHost } from "./console-stub.js";
import { SentTransactions } from "../../src/repl/sent-transactions.js";

const TOO_MUCH = "99999000000000000000000";

describe("Debugging at the prompt", () => {
  let connection: SandboxConnection;
  let debug: ReturnType<typeof createDebugObjects>;
  let tx: ReturnType<typeof createTxObject>;
  let alice: KeyPair;
  let bob: KeyPair;
  beforeEach(async () => {
    const sent = new SentTransactions();
    const sandbox = await openSandbox(1_800_000_000_000_000);
    connection = { ...sandbox, client: sent.watch(sandbox.client) };
    debug = createDebugObjects(connection, createTestHost(), sent);
    tx = createTxObject(connection, createTestHost(), createSigners(connection, createTestHost()));
    [alice, bob] = sandbox.sandbox.accounts as [KeyPair, KeyPair];
  });
  afterEach(() => connection.sandbox.close());

  const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);
  const payment = (amount: string) => tx.build("Send", alice.address, { to: bob.address, amount });
  const pay = (amount: string): Promise<string> => tx.send(tx.sign(payment(amount), alice));

  describe("at(height)", () => {
    it("returns the balance that was read at that height, at every height", async () => {
      const { client, sandbox } = connection;
      const chain = createChainObject(connection, createTestHost());
      const addresses = [alice.address, bob.address];
      const balances = (): Promise<readonly Value[]> => Promise.all(addresses.map(chain.balance));
      const seen = new Map([[await client.blockCount(), await balances()]]);
      for (const amount of ["1", "20", "300"]) {
        await pay(amount);
        seen.set(await sandbox.mine(), await balances());
      }
      expect(seen.size).to.equal(4);
      for (const [height, expected] of seen) {
        const past = debug.at(height);
        expect(await Promise.all(addresses.map(past.balance))).to.deep.equal(expected);
      }
      expect(await debug.at(0).balance(bob.address)).to.equal(null);
    });

    it("returns the state that the block of that height wrote", async () => {
      const { client, sandbox } = connection;
      const height = await client.blockCount();
      const written = [...((await client.getBlock(height))?.universal_updates ?? [])];
      await sandbox.fund(bob.address, "1");
      expect(written).not.to.have.lengthOf(0);
      for (const [key, update] of written) {
        expect(await debug.at(height).state("universal", key)).to.deep.equal(update.new);
        expect(await debug.at(height - 1).state("universal", key)).to.deep.equal(update.old);
      }
    });

    it("returns the codes registered then, and the validators", async () => {
      const height = await connection.client.blockCount();
      expect(await debug.at(height).code("Send")).to.include.keys("name", "version", "conditions");
      expect(await debug.at(0).code("Send")).to.equal(null);
      expect(await debug.at(1).codes()).to.deep.equal([]);
      const { seal } = (await connection.client.getBlock(height)) ?? { seal: new Map<string, unknown>() };
      expect(await debug.at(height).validators()).to.have.members([...seal.keys()]);
      expect(await debug.at(height).fixedHeight()).to.equal(0n);
    });

    it("refuses a height that the chain has not reached", async () => {
      const failure = await failureOf(debug.at(1000).balance(alice.address));
      expect(failure).to.include({ code: "HEIGHT_UNKNOWN", kind: "not-found" });
    });
  });

  describe("trace", () => {
    it("shows what a committed transaction read, wrote and called", async () => {
      const hash = await pay("5");
      const height = await connection.sandbox.mine();
      const { execution, writes, calls, height: before } = await debug.trace(hash);
      expect(before).to.equal(height - 1);
      expect(execution.ok).to.equal(true);
      const chain = createChainObject(connection, createTestHost());
      for (const { address } of [alice, bob]) {
        const write = writes.find(({ key }) => key === address);
        expect(write).to.deep.include({ kind: "universal", attribute: "balance" });
        expect(write?.old).to.equal(await debug.at(before).balance(address));
        expect(write?.new).to.equal(await chain.balance(address));
      }
      expect(calls.map(({ operator }) => operator)).to.include("write_universal");
    });

    it("shows why a refused transaction fails, by its hash, signed or not", async () => {
      const signed = tx.sign(payment(TOO_MUCH), alice);
      expect(await failureOf(tx.send(signed))).to.include({ code: "EXECUTION_FAILED" });
      for (const given of [
        signed.hash,
        signed,
        payment(TOO_MUCH),
        { type: "Send", from: alice.address, to: bob.address, amount: TOO_MUCH },
      ]) {
        const { execution, calls } = await debug.trace(given);
        expect(execution).to.include({ ok: false });
        expect(calls.at(-1)).to.include({ operator: "condition" });
        expect(calls.at(-1)?.failure).to.be.a("string");
      }
    });

    it("is shown as a tree with the values and the failing condition marked, in colour where available", async () => {
      const trace = await debug.trace(payment(TOO_MUCH));
      const text = inspect(trace);
      expect(text).to.match(/^✗ \$condition\(false, ".*"\) {2}You can't send more than what you have\.$/m);
      expect(text).to.match(/^ {2}· \$gte\("30000000000000000000000", "99999\d+"\) = false$/m);
      expect(text).to.match(/^reads\s+universal balance [0-9a-f]{44} = "30000000000000000000000"$/m);
      expect(text).to.match(/^result\s+You can't send more than what you have\.$/m);
      expect(inspect(trace, { colors: true })).to.include("\u001B[31m✗");
      expect(
        JSON.parse(
          JSON.stringify(trace, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
        ),
      ).to.include.keys("reads", "calls");
    });

    it("does not find a transaction that this console and its chain have not seen", async () => {
      expect(await failureOf(debug.trace("0".repeat(78)))).to.include({ code: "TRANSACTION_UNKNOWN" });
    });
  });

  describe("whatIf", () => {
    it("executes on a modified state, and changes nothing", async () => {
      const { client } = connection;
      const before = [
        await client.blockCount(),
        await createChainObject(connection, createTestHost()).balance(alice.address),
      ];
      expect(await debug.whatIf(payment(TOO_MUCH))).to.include({ ok: false });
      const rich = { balance: { [alice.address]: `1${TOO_MUCH}` } };
      const { ok, fee, weight, writes } = await debug.whatIf(payment(TOO_MUCH), { state: rich });
      expect({ ok, isPaid: (fee ?? 0n) > 0n }).to.deep.equal({ ok: true, isPaid: true });
      expect(weight > 0n).to.equal(true);
      expect(writes.find(({ key }) => key === bob.address)?.new).to.equal("129999000000000000000000");
      expect([
        await client.blockCount(),
        await createChainObject(connection, createTestHost()).balance(alice.address),
      ]).to.deep.equal(before);
    });

    it("accepts cells by attribute of the contract's space and by state key, null for absent ones, from any realm", async () => {
      const key = (await debug.trace(payment("1"))).reads[0]?.stateKey ?? "";
      const state: unknown = runInNewContext("({ universal: { balance: { [address]: '7' } } })", {
        address: alice.address,
      });
      expect((await debug.whatIf(payment("1"), { state })).reads[0]?.value).to.equal("7");
      const absent = { universal: { [key]: null } };
      expect((await debug.whatIf(payment("1"), { state: absent })).reads[0]?.value).to.equal(null);
    });

    it("executes on the state of another height", async () => {
      const hash = await pay("5");
      const height = await connection.sandbox.mine();
      const signed = tx.sign(payment("29999999999999999999990"), alice);
      expect(await debug.whatIf(signed)).to.include({ ok: false });
      expect(await debug.whatIf(tx.sign(payment("5"), alice), { height: height - 1 })).to.include({
        height: height - 1,
      });
      expect(hash).to.have.lengthOf(78);
    });

    it("refuses invalid cells", async () => {
      for (const state of [{ universe: {} }, { universal: 5 }, { universal: { stock: { unknown: "5" } } }]) {
        expect(await failureOf(debug.whatIf(payment("1"), { state }))).to.include({ code: "STATE_CELLS" });
      }
      const state = { balance: { unknown: "5" } };
      expect(await failureOf(debug.whatIf(payment("1"), { state }))).to.include({ code: "KEY_UNKNOWN" });
    });
  });

  describe("diff", () => {
    it("lists the cells that differ between two heights, by name", async () => {
      const { client, sandbox } = connection;
      const from = await client.blockCount();
      await pay("5");
      await sandbox.mine();
      await pay("6");
      const to = await sandbox.mine();
      const changes = await debug.diff(from, to);
      const received = changes.find(({ key }) => key === bob.address);
      expect(received).to.deep.equal({
        kind: "universal",
        name: "balance",
        key: bob.address,
        old: await debug.at(from).balance(bob.address),
        new: await debug.at(to).balance(bob.address),
      });
      expect(changes.map(({ name }) => name)).to.include.members(["transaction_count", "recycle_resource"]);
      expect(await debug.diff(to, to)).to.deep.equal([]);
      expect(await failureOf(debug.diff(0, to + 1))).to.include({ code: "HEIGHT_UNKNOWN" });
    });
  });

  describe("why", () => {
    it("distinguishes committed, pooled and refused transactions", async () => {
      const { sandbox } = connection;
      const hash = await pay("5");
      expect(await debug.why(hash)).to.include({ fate: "pooled" });
      const height = await sandbox.mine();
      expect(await debug.why(hash)).to.include({ fate: "committed", height });
      const signed = tx.sign(payment(TOO_MUCH), alice);
      await failureOf(tx.send(signed));
      expect(await debug.why(signed.hash)).to.deep.equal({
        hash: signed.hash,
        fate: "refused",
        reason: "You can't send more than what you have. ",
      });
    });

    it("reports whether an unsent transaction would pass", async () => {
      expect(await debug.why(payment("5"))).to.include({ fate: "unknown" });
      expect(await debug.why(payment(TOO_MUCH))).to.include({ fate: "refused" });
      expect(await debug.why(tx.build("Nothing", alice.address))).to.include({ fate: "refused" });
      const early = tx.build("Send", alice.address, { timestamp: BigInt(connection.nowUs() + 60_000_000) });
      expect((await debug.why(early)).reason).to.include("in the future");
      expect(await debug.why(tx.sign(payment("5"), alice).hash)).to.include({ fate: "unknown" });
    });

    it("reports that a transaction was dropped or expired, and by which block", async () => {
      const signed = tx.sign(payment("5"), alice);
      await connection.sandbox.warp(1);
      await pay("6");
      const height = await connection.sandbox.mine();
      expect(await debug.why(signed)).to.include({ fate: "dropped", height });
      expect(await debug.why(signed.hash)).to.include({ fate: "expired", height });
      expect(
        await debug.why(
          tx.sign(
            { ...Object.fromEntries(payment("0")), amount: TOO_MUCH, timestamp: BigInt(signed.timestamp) },
            alice,
          ),
        ),
      ).to.include({ fate: "refused", height });
    });

    it("reports what a stopped node's chain holds, which has no pool", async () => {
      const broadcast = (): Promise<never> =>
        Promise.reject(new ChainError("NODE_NOT_RUNNING", "It is stopped. "));
      const stopped = { ...connection, client: { ...connection.client, broadcast } };
      const { why } = createDebugObjects(stopped, createTestHost());
      const hash = await pay("5");
      expect(await why(hash)).to.include({ fate: "unknown" });
      const height = await connection.sandbox.mine();
      expect(await why(hash)).to.include({ fate: "committed", height });
    });

    it("refuses an invalid hash", async () => {
      expect(await failureOf(debug.why("abc"))).to.include({ code: "TRANSACTION_HASH", kind: "usage" });
    });
  });

  it("remembers the transactions that the prompt sends", async () => {
    const globals = createGlobals(connection, createTestHost());
    const prompt = globals["tx"] as ReturnType<typeof createTxObject>;
    const signed = prompt.sign(payment(TOO_MUCH), alice);
    await failureOf(prompt.send(signed));
    const { why } = globals as unknown as ReturnType<typeof createDebugObjects>;
    expect(await why(signed.hash)).to.include({ fate: "refused" });
  });

  it("names the cells of contracts that the user published", async () => {
    const { sandbox } = connection;
    const code = JSON.stringify({
      t: "contract",
      m: "0.2.0",
      n: "Note",
      v: "1",
      s: "notes",
      w: alice.address,
      p: [],
      e: [{ $write_universal: ["note", "01", "noted"] }],
    });
    const caller = sandbox.impersonate(alice.address);
    await caller.send("Publish", { code });
    const from = await sandbox.mine();
    await caller.send("Note", { cid: spaceIdOf(alice.address, "notes") });
    const to = await sandbox.mine();
    expect(await debug.diff(from, to)).to.deep.include({
      kind: "universal",
      name: "notes note",
      key: "01",
      old: null,
      new: "noted",
    });
  });
});
