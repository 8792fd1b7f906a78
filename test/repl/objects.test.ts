import { ChainError } from "../../src/codec/chain-error.js";
import { expect } from "chai";
import { inspect } from "node:util";
import type { Client } from "../../src/client/index.js";
import { createKeyPair, type KeyPair } from "../../src/data/directory/identity.js";
import { createOperators, type OperatorBuilder } from "../../src/repl/globals.js";
import type { Host } from "../../src/repl/connection.js";
import { createChainObject } from "../../src/repl/objects/chain.js";
import { createCodeObject } from "../../src/repl/objects/code.js";
import { classicRecord, methodRecord } from "../../src/repl/objects/code-record.js";
import { createKeysObject } from "../../src/repl/objects/keys.js";
import { createNodeObject } from "../../src/repl/objects/node.js";
import { createTxObject } from "../../src/repl/objects/tx.js";
import { openSandbox, type SandboxConnection } from "../../src/repl/sandbox.js";
import { createSigners } from "../../src/repl/signers.js";
import { useTemporaryDirectory } from "../cli/binary.js";
import { createTestHost, openKeys } from "./console-stub.js";

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

describe("The objects at the prompt", () => {
  const directory = useTemporaryDirectory();
  let connection: SandboxConnection;
  let host: Host;
  let asked: string[];
  let alice: KeyPair;
  let bob: KeyPair;

  beforeEach(async () => {
    connection = await openSandbox(1_800_000_000_000_000);
    [alice, bob] = connection.sandbox.accounts as [KeyPair, KeyPair];
    asked = [];
    host = {
      ...createTestHost(openKeys(directory())),
      askPassword: async (message) => {
        asked.push(message);
        return "open sesame";
      },
    };
  });
  afterEach(() => connection.sandbox.close());

  const txObject = () => createTxObject(connection, host, createSigners(connection, host));
  const codeObject = () => {
    const tx = txObject();
    return createCodeObject(connection, host, {
      signers: createSigners(connection, host),
      wait: (hash) => tx.wait(hash),
    });
  };
  const operators = (): Readonly<Record<string, OperatorBuilder>> => createOperators();

  describe("chain", () => {
    it("accepts the same blocks as `block get`: heights of any type, blockhashes and latest", async () => {
      const chain = createChainObject(connection, host);
      await connection.sandbox.fund(alice.address, "1");
      const latest = await chain.block();
      const height = await chain.height();
      for (const target of ["latest", height, BigInt(height), String(height), latest?.blockhash ?? ""])
        expect((await chain.block(target))?.blockhash, String(target)).to.equal(latest?.blockhash);
      await connection.sandbox.mineResource();
      expect((await chain.resourceBlock("latest"))?.height).to.equal(1);
      expect(await chain.block(999_999)).to.equal(null);
      expect(await failureOf(chain.block("newest"))).to.include({ code: "BLOCK_TARGET", kind: "usage" });
    });
  });

  describe("tx", () => {
    it("builds, signs and sends in one call, and waits for the block", async () => {
      const tx = txObject();
      const hash = await tx.send("Send", { to: bob.address, amount: "5" }, alice);
      const record = await tx.wait(hash);
      expect(record.transaction.get("amount")).to.equal("5");
      expect(await createChainObject(connection, host).balance(bob.address)).to.equal(
        "30000000000000000000005",
      );
    });

    it("signs synchronously with the sandbox's first account by default", async () => {
      const tx = txObject();
      const hash = await tx.send("Send", { to: bob.address, amount: "7" });
      expect((await tx.wait(hash)).transaction.get("from")).to.equal(alice.address);
      const signed = tx.sign(tx.build("Send", bob.address, { to: alice.address, amount: "1" }), bob);
      expect(signed).to.have.property("public_key", bob.publicKey);
    });

    it("signs with a key of the keystore, whose password is asked for once", async () => {
      await host.keys.keystore.add("carol", alice.privateKey, "open sesame");
      const tx = txObject();
      const hash = await tx.send("Send", { to: bob.address, amount: "5" }, "carol");
      expect((await tx.wait(hash)).public_key).to.equal(alice.publicKey);
      await tx.sign(tx.build("Send", alice.address), "carol");
      expect(asked).to.deep.equal(["Password of carol"]);
    });

    it("takes the first characters of a hash, and the name of a space", async () => {
      const tx = txObject();
      const hash = await tx.send("Send", { to: bob.address, amount: "9" });
      expect((await tx.wait(hash.slice(0, 40))).transaction.get("amount")).to.equal("9");
      const elsewhere = await failureOf(
        tx.send("Send", { cid: `${alice.address}/shop`, to: bob.address, amount: "1" }),
      );
      expect(elsewhere).to.include({ code: "SPACE_EMPTY" });
      expect(await failureOf(tx.send("Send", { cid: "shop", amount: "1" }))).to.include({ code: "SPACE" });
    });

    it("refuses a missing hash, for which a node would return its latest transaction", async () => {
      const tx = txObject();
      for (const none of [undefined, "abc", ""] as readonly string[]) {
        expect(await failureOf(tx.wait(none))).to.include({ code: "TRANSACTION_HASH" });
        expect(await failureOf(tx.get(none))).to.include({ code: "TRANSACTION_HASH" });
      }
    });

    it("makes two different transactions, however similar and quick", async () => {
      const tx = txObject();
      const pay = () => tx.send("Send", { to: bob.address, amount: "5" });
      const hashes = [await pay(), await pay()];
      await connection.sandbox.mine();
      hashes.push(await pay());
      await connection.sandbox.mine();
      for (const hash of hashes) expect(await tx.get(hash)).not.to.equal(null);
    });

    describe("that a block overtakes on its way to the node", () => {
      let sent: number;
      beforeEach(() => {
        const { client, sandbox } = connection;
        sent = 0;
        const sendTransaction: Client["sendTransaction"] = async (transaction) => {
          sent += 1;
          // A block of a later time.
          if (sent === 1) await sandbox.fund(bob.address, "1");
          return client.sendTransaction(transaction);
        };
        connection = { ...connection, client: { ...client, sendTransaction } };
      });

      it("is signed again, once", async () => {
        const tx = txObject();
        const hash = await tx.send("Send", { to: bob.address, amount: "5" });
        expect((await tx.wait(hash)).transaction.get("amount")).to.equal("5");
        expect(sent).to.equal(2);
      });

      it("is signed again when it registers code", async () => {
        const { hash } = await codeObject().register(classicRecord({ name: "Nothing" }));
        expect(await txObject().get(hash)).not.to.equal(null);
        expect(sent).to.equal(2);
      });

      it("stays as it is when it was signed before or its time was given", async () => {
        const tx = txObject();
        const signed = tx.sign(tx.build("Send", alice.address, { to: bob.address, amount: "5" }), alice);
        const refusal = (await failureOf(tx.send(signed))) as ChainError;
        expect(refusal.message).to.match(/^Timestamp must be greater than /);
        expect(refusal.advice).to.include(`why("${signed.hash}")`);
        sent = 0;
        const parameters = { to: bob.address, amount: "5", timestamp: connection.nowUs() };
        expect(await failureOf(tx.send("Send", parameters))).to.be.instanceOf(ChainError);
        expect(sent).to.equal(1);
      });
    });

    it("refuses an unknown key, and reports a transaction that will never be committed", async () => {
      const tx = txObject();
      expect(await failureOf(tx.send("Send", {}, "unknown"))).to.include({ code: "KEY_UNKNOWN" });
      expect(await failureOf(tx.wait("0".repeat(78)))).to.include({ code: "TRANSACTION_EXPIRED" });
      const late = `0fffffffffffff${"0".repeat(64)}`;
      expect(await failureOf(tx.wait(late, 0))).to.include({ code: "WAIT_TIMEOUT" });
    });
  });

  describe("code", () => {
    const counter = () => {
      const op = operators();
      const step = op["load_param"]?.("step");
      const count = op["read_universal"]?.("count", "00", "0");
      return {
        name: "Count",
        space: "counter",
        parameters: { step: { maxlength: 10 } },
        conditions: [[op["gt"]?.(step, "0"), "The step must exceed zero. "]] as const,
        updates: [op["write_universal"]?.("count", "00", op["add"]?.(count, step))],
      };
    };

    it("makes valid records of both formats from one description (PROTOCOL 6.1, 6.3)", () => {
      const code = codeObject();
      for (const record of [classicRecord(counter()), methodRecord(counter())])
        // Anyone may count.
        expect(code.check(record).map((finding) => finding.code)).to.deep.equal(["SENDER_UNCHECKED"]);
      expect([...classicRecord(counter()).keys()]).to.deep.equal([
        "type",
        "name",
        "version",
        "nonce",
        "writer",
        "parameters",
        "conditions",
        "updates",
      ]);
      expect(code.check(classicRecord({ name: "no name" }))).not.to.deep.equal([]);
    });

    it("tries a code before it is published, publishes it, and calls it", async () => {
      const code = codeObject();
      const tx = txObject();
      const record = methodRecord(counter());
      const refused = await code.call(record, { step: "0" });
      expect(refused.execution).to.include({ ok: false, message: "The step must exceed zero. " });
      expect((await code.call(record, { step: "2" })).writes).to.have.lengthOf(1);

      const { cid, hash } = await code.publish(record);
      expect(await tx.get(hash)).not.to.equal(null);
      expect((await code.list()).map(({ name, parameters }) => `${name} ${parameters}`)).to.include(
        "Count step",
      );
      const called = await tx.send("Count", { step: "3", cid });
      await tx.wait(called);
      const tried = await code.call("Count", { step: "4" }, { cid });
      expect(tried.writes[0]).to.include({ old: "3", new: "7" });
      expect(inspect(tried)).to.include("write_universal");
    });

    it("registers as a network manager only", async () => {
      const refused = failureOf(codeObject().register(classicRecord(counter()), bob));
      expect(await refused).to.include({ kind: "refused", message: "You are not network manager. " });
    });

    it("finds a code by its name in any space if it is unique, and advises the space when it is missing", async () => {
      const record = methodRecord({ name: "Note", space: "notes", parameters: {}, updates: [] });
      const { cid } = await codeObject().publish(record, bob);
      expect((await codeObject().call("Note", {}, { from: bob.address })).execution.ok).to.equal(true);
      const failure = await failureOf(txObject().send("Note", {}, bob));
      expect(failure).to.be.instanceOf(ChainError).and.to.have.nested.property("details.cid", cid);
      expect(await failureOf(txObject().send("Snd", {}, bob))).to.have.property(
        "advice",
        "Did you mean Send?",
      );
    });

    it("publishes in the signer's space", async () => {
      const code = codeObject();
      const { id } = await code.publish(methodRecord(counter()), bob);
      const record = await code.get(id);
      expect(record).to.be.instanceOf(Map);
      expect((record as Map<string, unknown>).get("w")).to.equal(bob.address);
      const space = (record as Map<string, unknown>).get("s");
      expect(await code.get("Count", { cid: `${bob.address}/${String(space)}` })).to.deep.equal(record);
      expect(await failureOf(code.get("Count", { cid: `${bob.address}/other` }))).to.include({
        code: "SPACE_EMPTY",
      });
      expect((await code.list()).find((row) => row.id === id)).to.include({
        space: `${bob.address}/${String(space)}`,
      });
    });

    it("sends nothing that the checks refuse, and refuses an unknown code", async () => {
      const code = codeObject();
      const count = await connection.client.transactionCount();
      const broken = classicRecord({ ...counter(), name: "no name" });
      expect(await failureOf(code.register(broken))).to.include({ code: "CODE_CHECK" });
      expect(await failureOf(code.get("Nothing"))).to.include({ code: "CODE_UNKNOWN" });
      await connection.sandbox.mine();
      expect(await connection.client.transactionCount()).to.equal(count);
    });

    it("evaluates an expression by itself", () => {
      const code = codeObject();
      const op = operators();
      expect(code.eval(op["add"]?.("1", "2"))).to.equal("3");
      expect(code.eval(op["load_param"]?.("a"), { a: "b" })).to.equal("b");
      expect(() => code.eval(op["condition"]?.(false, "No. ")))
        .to.throw("No. ")
        .with.property("code", "CONDITION_FAILED");
    });
  });

  describe("keys", () => {
    it("lists, shows and makes keys, and never shows a private key", async () => {
      const keys = createKeysObject(host);
      expect(await keys.list()).to.deep.equal([]);
      const made = await keys.new("dave");
      expect(asked).to.deep.equal(["Password of dave", "The same password again"]);
      expect(made).to.include({ name: "dave", default: true });
      await keys.new("erin");
      expect((await keys.default("erin")).name).to.equal("erin");
      expect((await keys.show()).name).to.equal("erin");
      const { privateKey } = await host.keys.keystore.unlock(
        await host.keys.keystore.find("dave"),
        async () => "open sesame",
      );
      expect(inspect(await keys.list())).not.to.include(privateKey);
      expect(await failureOf(keys.new("dave"))).to.include({ code: "KEY_EXISTS" });
    });

    it("refuses two passwords that differ, and an empty one", async () => {
      const answers = ["a", "b", "", ""];
      const keys = createKeysObject({ ...host, askPassword: async () => answers.shift() ?? "" });
      expect(await failureOf(keys.new("x"))).to.include({ code: "PASSWORD_MISMATCH" });
      expect(await failureOf(keys.new("x"))).to.include({ code: "PASSWORD_EMPTY" });
    });
  });

  describe("chain.watch", () => {
    let seen: Promise<number>;
    it("yields each new block until the statement is interrupted", async () => {
      const controller = new AbortController();
      const chain = createChainObject(connection, { ...host, interruption: () => controller.signal });
      const height = await chain.height();
      const heights: number[] = [];
      const watching = (async () => {
        for await (const block of chain.watch() as AsyncIterable<{ height: number }>) {
          heights.push(block.height);
          if (heights.length === 2) controller.abort(new Error("enough"));
        }
      })();
      await new Promise((resolve) => setImmediate(resolve));
      await connection.sandbox.fund(bob.address, "1");
      await connection.sandbox.fund(bob.address, "1");
      expect(await failureOf(watching)).to.have.property("message", "enough");
      expect(heights).to.deep.equal([height + 1, height + 2]);
    });

    it("lets a listener wait for a node that is away", async () => {
      let isAway = false;
      const away = new Promise<void>((resolve) => {
        const { client } = connection;
        const events: typeof client.events = (options) => {
          if (!isAway) return client.events(options);
          resolve();
          isAway = false;
          throw new ChainError("UNREACHABLE", "No node answers. ", { kind: "unreachable" });
        };
        isAway = true;
        const chain = createChainObject({ ...connection, client: { ...client, events } }, host);
        seen = new Promise((answer) => {
          const watch = chain.watch((block) => {
            (watch as { stop(): void }).stop();
            answer(block.height);
          });
        });
      });
      await away;
      const height = await connection.client.blockCount();
      await connection.sandbox.fund(bob.address, "1");
      expect(await seen).to.equal(height + 1);
    });

    it("calls a listener until it is stopped", async () => {
      const chain = createChainObject(connection, host);
      const height = await chain.height();
      const seen = new Promise((resolve) => {
        const watch = chain.watch((block) => {
          (watch as { stop(): void }).stop();
          resolve(block.height);
        });
      });
      await new Promise((resolve) => setImmediate(resolve));
      await connection.sandbox.fund(bob.address, "1");
      expect(await seen).to.equal(height + 1);
    });
  });

  it("node refuses the functions of its owner when no node runs", async () => {
    const node = createNodeObject(connection);
    expect(await failureOf(node.status())).to.include({ code: "ADMIN_ELSEWHERE" });
    expect(await node.info()).to.have.property("last_block");
    const asked: string[] = [];
    const admin = async ({ method, path }: { readonly method: string; readonly path: string }) => {
      asked.push(`${method} ${path}`);
      return null;
    };
    const owned = createNodeObject({ ...connection, admin });
    await owned.status();
    await owned.mining.start();
    expect(asked).to.deep.equal(["GET /status", "POST /mining/start"]);
  });

  it("keyPair returns the pair of a private key", () => {
    const pair = createSigners(connection, host).pairOf(alice.privateKey);
    expect(pair).to.deep.equal(createKeyPair(alice.privateKey));
  });
});
