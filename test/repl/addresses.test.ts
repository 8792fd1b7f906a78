import { expect } from "chai";
import { ZERO_ADDRESS } from "../../src/codec/address.js";
import { createKeyPair, type KeyPair } from "../../src/data/directory/identity.js";
import { createGlobals } from "../../src/repl/globals.js";
import { createChainObject } from "../../src/repl/objects/chain.js";
import { createCall } from "../../src/repl/objects/code.js";
import { createDebugObjects } from "../../src/repl/objects/debug.js";
import { createTxObject } from "../../src/repl/objects/tx.js";
import type { Host } from "../../src/repl/connection.js";
import { openSandbox, type SandboxConnection } from "../../src/repl/sandbox.js";
import { createSigners } from "../../src/repl/signers.js";
import { useTemporaryDirectory } from "../cli/binary.js";
import { createTestHost, openKeys } from "./console-stub.js";

const CAROL = createKeyPair("ab".repeat(32));
const SLIP = `${CAROL.address.slice(0, -1)}${CAROL.address.endsWith("0") ? "1" : "0"}`;

describe("Names of keys where the console takes an address", () => {
  const directory = useTemporaryDirectory();
  let connection: SandboxConnection;
  let host: Host;
  let alice: KeyPair;
  beforeEach(async () => {
    connection = await openSandbox(1_800_000_000_000_000);
    [alice] = connection.sandbox.accounts as [KeyPair];
    host = createTestHost(openKeys(directory()));
    await host.keys.keystore.add("carol", CAROL.privateKey, "open sesame");
  });
  afterEach(() => connection.sandbox.close());

  const txObject = () => createTxObject(connection, host, createSigners(connection, host));
  const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

  it("tx.send pays a named key, and takes the text literally only with raw", async () => {
    const tx = txObject();
    const chain = createChainObject(connection, host);
    await tx.wait(tx.send("Send", { to: "carol", amount: "5" }));
    expect(await chain.balance(CAROL.address)).to.equal("5");
    for (const [to, code] of [
      ["carl", "KEY_UNKNOWN"],
      [SLIP, "ADDRESS"],
      [ZERO_ADDRESS, "ADDRESS"],
    ] as const) {
      expect(await failureOf(tx.send("Send", { to, amount: "1" })), to).to.include({ code });
      const signed = tx.sign(tx.build("Send", alice.address, { to, amount: "1" }), alice);
      expect(await failureOf(tx.send(signed)), to).to.include({ code: "ADDRESS" });
    }
    const raw = tx.sign(tx.build("Send", alice.address, { to: "ab", amount: "1" }), alice);
    for (const work of [
      tx.send("Send", { to: "ab", amount: "1" }, alice, { raw: true }),
      tx.send(raw, { raw: true }),
    ])
      expect(await failureOf(work)).not.to.include({ code: "ADDRESS" });
  });

  it("chain, call and whatIf take names", async () => {
    await connection.sandbox.fund(CAROL.address, "7");
    const chain = createChainObject(connection, host);
    expect(await chain.balance("carol")).to.equal("7");
    expect(await chain.balance(CAROL)).to.equal("7");
    expect(await chain.resource("carol")).to.equal(await chain.resource(CAROL.address));
    expect(await chain.balance(ZERO_ADDRESS)).to.equal("0");
    expect(await failureOf(chain.balance("carl"))).to.include({ code: "KEY_UNKNOWN" });
    expect(await failureOf(chain.balance(SLIP))).to.include({ code: "ADDRESS" });
    expect(await chain.request("GetBalance", { address: "carol" })).to.deep.equal(
      new Map([["balance", "7"]]),
    );
    expect(await failureOf(chain.request("GetBalance", { address: SLIP }))).to.include({ code: "ADDRESS" });
    expect(await chain.request("GetBalance", { address: SLIP }, { raw: true })).to.be.instanceOf(Map);
    expect((await txObject().list({}, "carol")).length).to.equal(1);

    const call = createCall(connection, host);
    const trial = await call("Send", { to: "carol", amount: "1" }, { from: alice.address });
    expect(trial.writes.map(({ key }) => key)).to.include(CAROL.address);
    expect((await call("Send", { to: alice.address, amount: "1" }, { from: "carol" })).from).to.equal(
      CAROL.address,
    );

    const { at, whatIf } = createDebugObjects(connection, host);
    expect(await at(await chain.height()).balance("carol")).to.equal("7");
    const supposed = await whatIf(
      { type: "Send", from: "carol", to: alice.address, amount: "5" },
      { state: { balance: { carol: "1000000000000000000" } } },
    );
    expect(supposed).to.include({ ok: true });
  });

  it("reads the balance of the default signer without an argument", async () => {
    const chain = createChainObject(connection, host);
    expect(await chain.balance()).to.equal(await chain.balance(alice.address));
    const attached = createChainObject({ ...connection, sandbox: null }, host);
    expect(await attached.balance()).to.equal(await chain.balance("carol"));
  });

  it("spaceId takes only addresses, unless the text is meant literally", () => {
    const { spaceId } = createGlobals(connection, host) as unknown as {
      spaceId: (...args: readonly unknown[]) => string;
    };
    expect(spaceId(CAROL.address, "shop")).to.match(/^[0-9a-f]{64}$/);
    expect(spaceId(ZERO_ADDRESS, "shop")).to.match(/^[0-9a-f]{64}$/);
    expect(() => spaceId("carol", "shop"))
      .to.throw()
      .with.property("code", "SPACE_WRITER");
    expect(spaceId("carol", "shop", { raw: true })).to.match(/^[0-9a-f]{64}$/);
  });
});
