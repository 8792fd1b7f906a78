import { expect } from "chai";
import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, type Client } from "../../src/client/index.js";
import { ZERO_ADDRESS } from "../../src/codec/address.js";
import { spaceIdOf } from "../../src/codec/hash.js";
import { stateKeyOf } from "../../src/codec/state-key.js";
import { createKeyPair } from "../../src/data/directory/identity.js";
import { createKeystore } from "../../src/data/keys/keystore.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { useTemporaryDirectory, type Ended } from "../cli/binary.js";
import { runInProcess } from "../cli/terminal-stub.js";
import { useDevProcess } from "../support/dev-process.js";
import { PASSWORD, useKeptKey } from "./kept-key.js";

const [alice] = devAccounts();
const ALICE = alice?.address ?? "";
const BOB = createKeyPair("ef".repeat(32));
const OTHER = createKeyPair("cd".repeat(32)).address;
/** An address with one wrong character. */
const SLIP = `${OTHER.slice(0, -1)}${OTHER.endsWith("0") ? "1" : "0"}`;

describe("names of keys where a command takes an address", () => {
  const fixture = useDevProcess();
  const directory = useTemporaryDirectory();
  const keep = useKeptKey("alice", alice?.privateKey ?? "");
  let client: Client;
  let password: readonly string[];

  before(() => {
    client = createClient({ url: fixture.node.url });
  });
  beforeEach(() => {
    keep(directory());
    password = ["--password-file", join(directory(), "password")];
  });

  const chainnode = (words: readonly string[], input = ""): Promise<Ended> =>
    runInProcess(words, {
      environment: { CHAINNODE_HOME: directory(), CHAINNODE_RPC: fixture.node.url },
      input,
    });
  const paid = async (hash: string): Promise<unknown> =>
    (await client.getTransaction(hash.trim()))?.transaction.get("to");
  const keepBob = (): Promise<unknown> =>
    createKeystore(join(directory(), "keystore")).add("bob", BOB.privateKey, PASSWORD);

  it("tx send pays a named key", async () => {
    await keepBob();
    const words = ["to=bob", "amount=1000", "--yes", "--wait", ...password];
    const { stdout } = await chainnode(["tx", "send", "Send", ...words]);
    expect(await paid(stdout)).to.equal(BOB.address);
  });

  it("--key node signs as the node, whose address is node, without a password", async () => {
    const own = ["--data-dir", fixture.directory];
    const funded = await chainnode(["send", "node", "10", "--yes", "--wait", "--key", "node", ...own]);
    // Its balance is empty so far.
    expect(funded).to.include({ code: 1, stdout: "" });
    const address = (await chainnode(["balance", "node", "--json", ...own])).stdout;
    const { address: node } = JSON.parse(address) as { readonly address: string };
    expect((await chainnode(["key", "show", "node", ...own])).stdout).to.include(`address\t${node}\n`);
    expect(await chainnode(["send", node, "10", "--yes", "--wait", ...password])).to.include({ code: 0 });
    const { stdout } = await chainnode(["send", ALICE, "1", "--yes", "--wait", "--key", "node", ...own]);
    const record = await client.getTransaction(stdout.trim());
    expect(record?.transaction.get("from")).to.equal(node);
    const refined = await chainnode(["refine", "--yes", "--key", "node", ...own]);
    expect(refined.stderr).to.match(/^$|greater than zero/);
  });

  it("tx send refuses a recipient that is neither a name nor an address, and the zero address", async () => {
    const count = await client.transactionCount();
    for (const [to, code, exit] of [
      ["bob", "There is no key bob", 4],
      [SLIP, "checksum", 2],
      [OTHER.slice(1), "44 characters", 2],
      [ZERO_ADDRESS, "zero address", 2],
    ] as const) {
      const ended = await chainnode(["tx", "send", "Send", `to=${to}`, "amount=1", "--yes", ...password]);
      expect(ended, to).to.include({ code: exit, stdout: "" });
      expect(ended.stderr, to).to.include(code).and.include("--raw");
    }
    const ended = await chainnode(["send", ZERO_ADDRESS, "1", "--yes", ...password]);
    expect(ended).to.include({ code: 2, stdout: "" });
    expect(await client.transactionCount()).to.equal(count);
  });

  it("takes a text literally as JSON and with --raw", async () => {
    for (const words of [['to:="bob"'], ["to=bob", "--raw"]]) {
      const ended = await chainnode(["tx", "sign", "Send", ...words, "amount=1", ...password]);
      expect(ended.code, ended.stderr).to.equal(0);
      expect(ended.stdout).to.include('"to":"bob"');
      // Names in a signed transaction cannot be resolved: the text must be meant.
      const refused = await chainnode(["tx", "send", "-", "--yes"], ended.stdout);
      expect(refused).to.include({ code: 2, stdout: "" });
      const meant = await chainnode(["tx", "send", "-", "--raw", "--yes"], ended.stdout);
      expect(meant.stderr).not.to.include("is not an address");
    }
  });

  it("tx sign resolves the names it can without a node, and lists those it cannot", async () => {
    const sign = (...words: string[]): Promise<Ended> =>
      runInProcess(["tx", "sign", ...words, "to=alice", ...password], {
        environment: { CHAINNODE_HOME: directory(), CHAINNODE_RPC: "http://127.0.0.1:1" },
      });
    const known = await sign("Send", "amount=1");
    expect(known).to.include({ code: 0, stderr: "" });
    expect(known.stdout).to.include(`"to":"${ALICE}"`);
    const unknown = await sign("Pay", "--cid", "0".repeat(64));
    expect(unknown.stdout).to.include('"to":"alice"');
    expect(unknown.stderr).to.include("to is signed as the text alice");
  });

  it("request, code call and tx list take names", async () => {
    for (const type of ["GetBalance", "GetResource"]) {
      const named = await chainnode(["request", type, "address=alice", "--json"]);
      const plain = await chainnode(["request", type, `address=${ALICE}`, "--json"]);
      expect(named.code, named.stderr).to.equal(0);
      expect(named.stdout).to.equal(plain.stdout);
      expect(await chainnode(["request", type, "address=alcie"])).to.include({ code: 4, stdout: "" });
      expect(await chainnode(["request", type, `address=${SLIP}`])).to.include({ code: 2, stdout: "" });
      expect(await chainnode(["request", type, `address=${ZERO_ADDRESS}`])).to.include({ code: 0 });
      // The node gets the text and may refuse it.
      const meant = await chainnode(["request", type, "address=alcie", "--raw"]);
      expect(meant.stderr).not.to.include("neither");
    }
    await keepBob();
    const tried = await chainnode(["code", "call", "Send", "to=bob", "amount=1", "--from", ALICE, "--json"]);
    const writes = (JSON.parse(tried.stdout) as { writes: readonly { key: string }[] }).writes;
    expect(writes.map(({ key }) => key)).to.include(BOB.address);
    expect(await chainnode(["code", "call", "Send", "to=alcie", "amount=1", "--from", ALICE])).to.include({
      code: 4,
    });
    expect(await chainnode(["tx", "list", "alice", "--json"])).to.include({ code: 0 });
  });

  it("hash space and hash state-key take names, and keep the zero address and hexadecimal keys", async () => {
    const hash = async (...words: string[]): Promise<string> =>
      (await chainnode(["hash", ...words])).stdout.trim();
    expect(await hash("space", "alice", "shop")).to.equal(spaceIdOf(ALICE, "shop"));
    expect(await hash("space", ZERO_ADDRESS, "shop")).to.equal(spaceIdOf(ZERO_ADDRESS, "shop"));
    expect(await hash("space", "alice", "shop", "--raw")).to.equal(spaceIdOf("alice", "shop"));
    expect(await hash("state-key", "alice", "shop", "stock", "alice")).to.equal(
      stateKeyOf(ALICE, "shop", "stock", ALICE),
    );
    expect(await hash("state-key", "alice", "shop", "stock", "ab")).to.equal(
      stateKeyOf(ALICE, "shop", "stock", "ab"),
    );
    for (const words of [
      ["space", "alcie", "shop"],
      ["space", SLIP, "shop"],
      ["state-key", SLIP, "shop", "stock", "ab"],
      ["state-key", ALICE, "shop", "stock", SLIP],
      ["state-key", ALICE, "shop", "stock", "abc"],
    ])
      expect((await chainnode(["hash", ...words])).stdout, words.join(" ")).to.equal("");
  });

  it("--key node uses the data directory's own keys, and reports what is wrong with them", async () => {
    const none = await chainnode(["send", ALICE, "1", "--key", "node", "--yes"]);
    expect(none).to.include({ code: 5, stdout: "" });
    expect(none.stderr).to.include("The data directory contains no node");
    writeFileSync(join(directory(), "network.toml"), readFileSync(join(fixture.directory, "network.toml")));
    writeFileSync(join(directory(), "identity.json"), readFileSync(join(fixture.directory, "identity.json")));
    chmodSync(join(directory(), "identity.json"), 0o644);
    const loose = await chainnode(["send", ALICE, "1", "--key", "node", "--yes"]);
    expect(loose).to.include({ code: 5, stdout: "" });
    expect(loose.stderr).to.include("chmod 600");
  });
});
