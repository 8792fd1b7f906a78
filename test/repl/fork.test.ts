import { expect } from "chai";
import type { Client } from "../../src/client/index.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { createEngineClient } from "../../src/api/engine-client.js";
import { createKeyPair, type KeyPair } from "../../src/data/directory/identity.js";
import { includeAll } from "../../src/node/preset.js";
import type { NetworkDefinition } from "../../src/records/network.js";
import { readBalance } from "../../src/repl/objects/chain.js";
import { createDebugObjects } from "../../src/repl/objects/debug.js";
import { createTxObject } from "../../src/repl/objects/tx.js";
import { type SandboxConnection, attachFork } from "../../src/repl/sandbox.js";
import { createSigners } from "../../src/repl/signers.js";
import { createTestHost } from "./console-stub.js";
import { runInProcess } from "../cli/terminal-stub.js";
import { startDevNode, START_US, type TestNode } from "../support/dev-node.js";

const STRANGER = createKeyPair("ab".repeat(32)).address;
const NOW_US = START_US + 3_600_000_000;

describe("A fork of a node's chain", () => {
  const [alice, bob] = devAccounts() as [KeyPair, KeyPair];
  let remote: TestNode;
  let client: Client;
  let fork: SandboxConnection;
  let sent: number;

  beforeEach(async () => {
    remote = await startDevNode();
    await payThere("1");
    const asked = createEngineClient(remote.node, "remote");
    sent = 0;
    client = {
      ...asked,
      sendTransaction(transaction) {
        sent += 1;
        return asked.sendTransaction(transaction);
      },
    };
    fork = await attachFork(client, { definition: null, nowUs: NOW_US });
  });
  afterEach(async () => {
    await fork.sandbox.close();
    await remote.node.stop();
    expect(sent).to.equal(0);
  });

  const payThere = (amount: string): Promise<void> =>
    remote.run(includeAll(remote.node, alice, [{ type: "Send", to: STRANGER, amount }]));
  const payHere = async (amount: string): Promise<string> => {
    const tx = createTxObject(fork, createTestHost(), createSigners(fork, createTestHost()));
    return tx.send(tx.sign(tx.build("Send", bob.address, { to: STRANGER, amount }), bob));
  };
  const balance = (of: Pick<SandboxConnection, "client">, address: string) => readBalance(of.client, address);
  const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

  it("reads what is below its block from the node: blocks, transactions, codes, resource blocks", async () => {
    const height = await client.blockCount();
    expect(await fork.client.blockCount()).to.equal(height);
    for (let each = 1; each <= height; each += 1)
      expect(await fork.client.getBlock(each)).to.deep.equal(await client.getBlock(each));
    expect(await fork.client.getBlocks(1)).to.deep.equal(await client.getBlocks(1));
    expect(await fork.client.getBlockSummaries(2)).to.deep.equal(await client.getBlockSummaries(2));
    expect(await fork.client.listTransaction({ count: 3, page: 2 })).to.deep.equal(
      await client.listTransaction({ count: 3, page: 2 }),
    );
    expect(await fork.client.listCode({ count: 100 })).to.deep.equal(await client.listCode({ count: 100 }));
    expect(await fork.client.getResourceBlock()).to.deep.equal(await client.getResourceBlock());
    const [hash = ""] = (await client.listTransaction({ count: 1 }, STRANGER)).keys();
    expect(await fork.client.getTransaction(hash)).to.deep.equal(await client.getTransaction(hash));
    expect((await createDebugObjects(fork, createTestHost()).trace(hash)).execution.ok).to.equal(true);
  });

  it("keeps the state of its block while the node advances", async () => {
    const height = await client.blockCount();
    await payThere("20");
    await payThere("300");
    // Neither cell has been read before.
    expect(await balance(fork, STRANGER)).to.equal("1");
    await payThere("4000");
    expect(await balance(fork, STRANGER)).to.equal("1");
    expect(await balance(fork, alice.address)).to.equal(
      await createDebugObjects(fork, createTestHost()).at(height).balance(alice.address),
    );
    expect(await fork.client.blockCount()).to.equal(height);
    expect(await fork.client.getBlock(height + 1)).to.equal(null);
    expect((await fork.client.listTransaction({ count: 100 }, STRANGER)).size).to.equal(1);
    expect(await balance({ client }, STRANGER)).to.equal("4321");
  });

  it("makes its own blocks, which the node never receives", async () => {
    const height = await client.blockCount();
    const hash = await payHere("7");
    expect(await fork.sandbox.mine()).to.equal(height + 1);
    await fork.sandbox.fund(STRANGER, "1000000000000");
    const impersonated = await fork.sandbox
      .impersonate(STRANGER)
      .send("Send", { to: bob.address, amount: "2" });
    expect(await fork.sandbox.mine()).to.equal(height + 3);
    expect(await fork.client.getTransaction(hash)).not.to.equal(null);
    expect(await fork.client.getTransaction(impersonated)).not.to.equal(null);
    expect((await fork.client.getBlock(height + 1))?.previous_blockhash).to.equal(
      (await client.getBlock(height))?.blockhash,
    );
    expect(await client.blockCount()).to.equal(height);
    expect(await client.getTransaction(hash)).to.equal(null);
  });

  it("looks back below and above its first block, and reverts to snapshots", async () => {
    const height = await client.blockCount();
    const { at, diff } = createDebugObjects(fork, createTestHost());
    const number = await fork.sandbox.snapshot();
    await payHere("7");
    const top = await fork.sandbox.mine();
    expect(await at(height - 1).balance(STRANGER)).to.equal(null);
    expect(await at(height).balance(STRANGER)).to.equal("1");
    expect(await at(top).balance(STRANGER)).to.equal("8");
    const change = (await diff(height - 1, top)).find(({ key }) => key === STRANGER);
    expect(change).to.include({ name: "balance", old: null, new: "8" });
    expect(await at(height).validators()).to.deep.equal([remote.node.identity.node.address]);
    await fork.sandbox.revert(number);
    expect(await balance(fork, STRANGER)).to.equal("1");
  });

  it("ends when the node's chain abandons its first block", async () => {
    const other: Client = {
      ...client,
      async getBlockSummary(target) {
        const block = await client.getBlockSummary(target);
        return block === null || target === undefined ? block : { ...block, blockhash: "0".repeat(78) };
      },
    };
    const lost = await failureOf(attachFork(other, { definition: null, nowUs: NOW_US }));
    expect(lost).to.include({ code: "CHAIN_UNDONE", kind: "unavailable" });
  });

  it("accepts the network's definition, and refuses another network's", async () => {
    const { ledger } = remote.node;
    const definition: NetworkDefinition = ledger.network;
    const again = await attachFork(client, { definition, nowUs: NOW_US });
    expect(await balance(again, STRANGER)).to.equal("1");
    for (const other of [
      { network_name: "ANOTHER" },
      { genesis_address: STRANGER },
      { system_nonce: "Other. " },
    ]) {
      const wrong = { ...definition, ...other };
      const refused = await failureOf(attachFork(client, { definition: wrong, nowUs: NOW_US }));
      expect(refused, JSON.stringify(other)).to.include({ code: "NETWORK_OTHER", kind: "usage" });
    }
    const nameless: Client = { ...client, getBlock: async () => null };
    const unknown = await failureOf(attachFork(nameless, { definition: null, nowUs: NOW_US }));
    expect(unknown).to.include({ code: "NETWORK_UNKNOWN", kind: "usage" });
  });

  it("has the well-known accounts of a development network", () => {
    expect(fork.sandbox.accounts.map(({ address }) => address)).to.include(bob.address);
  });
});

describe("chainnode repl --fork", () => {
  it("refuses two sandboxes, and a network without a fork", async () => {
    for (const words of [
      ["--dev", "--fork", "http://127.0.0.1:1"],
      ["--network", "network.toml"],
    ])
      expect((await runInProcess(["repl", ...words, "-e", "1"])).code, words.join(" ")).to.equal(2);
  });

  it("fails as every command does when no node answers", async () => {
    expect((await runInProcess(["repl", "--fork", "http://127.0.0.1:1", "-e", "1"])).code).to.equal(3);
  });
});
