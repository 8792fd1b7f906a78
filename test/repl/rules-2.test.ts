import { expect } from "chai";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { createCodeObject } from "../../src/repl/objects/code.js";
import { createTxObject } from "../../src/repl/objects/tx.js";
import { openSandbox, type SandboxConnection } from "../../src/repl/sandbox.js";
import { createSigners } from "../../src/repl/signers.js";
import { createTestHost } from "./console-stub.js";

/** Writes under a key that depends on a read. */
const POINTED = {
  t: "contract",
  m: "0.2.0",
  n: "Pointed",
  v: "1",
  s: "pointers",
  p: {},
  e: [
    { $condition: [{ $ne: [{ $load_param: ["from"] }, ""] }, "No sender. "] },
    { $write_universal: ["cell", { $read_universal: ["ptr", "00", "aa"] }, "1"] },
  ],
};

describe("The console on a sandbox of rules 2 (PROTOCOL 16.5, 16.6)", () => {
  let connection: SandboxConnection;
  let tx: ReturnType<typeof createTxObject>;
  let alice: KeyPair;
  let bob: KeyPair;

  before(async () => {
    connection = await openSandbox(1_800_000_000_000_000, 2);
    [alice, bob] = connection.sandbox.accounts as [KeyPair, KeyPair];
    tx = createTxObject(connection, createTestHost(), createSigners(connection, createTestHost()));
  });
  after(() => connection.sandbox.close());

  it("builds transactions that name their network, and sends them", async () => {
    const built = tx.build("Send", alice.address, { to: bob.address, amount: "5" });
    expect([...built.keys()]).to.deep.equal(["type", "timestamp", "from", "cid", "network", "to", "amount"]);
    const { transaction } = await tx.wait(await tx.send(tx.sign(built, alice)));
    expect(transaction.get("network")).to.equal(connection.networkMembers.get("network"));
  });

  it("sends calls by name, and as an impersonated address", async () => {
    const values = { to: alice.address, amount: "1" };
    await tx.wait(await tx.send("Send", values, bob));
    await tx.wait(await connection.sandbox.impersonate(bob.address).send("Send", values));
  });

  it("publishes a code whose key depends on a read, and finds no fault in it", async () => {
    const code = createCodeObject(connection, createTestHost(), {
      signers: createSigners(connection, createTestHost()),
      wait: (hash) => tx.wait(hash),
    });
    const pointed = { ...POINTED, w: alice.address };
    expect(code.check(pointed).map((finding) => finding.code)).not.to.include("DEPENDENT_KEY");
    expect(await code.publish(pointed, alice)).to.include({ name: "Pointed" });
  });
});
