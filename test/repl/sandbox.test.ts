import { expect } from "chai";
import { memberOf } from "../../src/codec/value.js";
import { createKeyPair } from "../../src/node/identity.js";
import { createGlobals } from "../../src/repl/globals.js";
import { createChainObject } from "../../src/repl/objects/chain.js";
import { createTestHost } from "./console-stub.js";
import { openSandbox, type SandboxConnection } from "../../src/repl/sandbox.js";

const START_US = 1_800_000_000_000_000;

describe("The console's sandbox", () => {
  let connection: SandboxConnection;
  beforeEach(async () => {
    connection = await openSandbox(START_US);
  });
  afterEach(() => connection.sandbox.close());

  it("lets exactly so much time pass as it is told", async () => {
    const { nowUs, sandbox } = connection;
    const before = nowUs();
    await sandbox.warp(1.23);
    expect(nowUs() - before).to.equal(1_230_000);
  });

  it("funds an address in a block", async () => {
    const { client, sandbox } = connection;
    const { address } = createKeyPair("ab".repeat(32));
    const height = await client.blockCount();
    await sandbox.fund(address, "700");
    expect(await client.blockCount()).to.equal(height + 1);
    expect(await createChainObject(client).balance(address)).to.equal("700");
  });

  it("answers through the engine what a client reads: info, full blocks, cells", async () => {
    const { client } = connection;
    const { last_block } = await client.info();
    const block = await client.getBlock(last_block.height);
    expect(block?.blockhash).to.equal(last_block.blockhash);
    const [key] = [...(block?.universal_updates.keys() ?? [])];
    const cell = await client.inspect("universal", key ?? "");
    expect(cell.value).to.equal(block?.universal_updates.get(cell.key)?.new);
    expect(cell.height).to.equal(last_block.height);
  });

  it("is named at its own prompt only", () => {
    expect(createGlobals(connection, createTestHost())).to.have.property("sandbox");
    expect(createGlobals({ ...connection, sandbox: null }, createTestHost())).not.to.have.property("sandbox");
  });

  it("answers any request by its name", async () => {
    const chain = createChainObject(connection.client);
    const block = await chain.request("GetBlock", { target: 1, full: false });
    expect(memberOf(block, "height")).to.equal(1n);
  });
});
