import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import type { KeyPair } from "../../src/node/identity.js";
import { createChainObject } from "../../src/repl/objects/chain.js";
import { createDebugObjects } from "../../src/repl/objects/debug.js";
import { createTxObject } from "../../src/repl/objects/tx.js";
import { openSandbox, type SandboxConnection } from "../../src/repl/sandbox.js";

describe("Looking back at the prompt", () => {
  let connection: SandboxConnection;
  beforeEach(async () => {
    connection = await openSandbox(1_800_000_000_000_000);
  });
  afterEach(() => connection.sandbox.close());

  const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error);

  it("at(height).balance is the balance that was read at that height, at every height", async () => {
    const { client, sandbox } = connection;
    const [payer, payee] = sandbox.accounts;
    const chain = createChainObject(client);
    const addresses = [payer?.address ?? "", payee?.address ?? ""];
    const balances = (): Promise<readonly Value[]> => Promise.all(addresses.map(chain.balance));
    const seen = new Map([[await client.blockCount(), await balances()]]);
    for (const amount of ["1", "20", "300"]) {
      await sandbox.fund(payee?.address ?? "", amount);
      seen.set(await client.blockCount(), await balances());
    }

    const { at } = createDebugObjects(connection);
    expect(seen.size).to.equal(4);
    for (const [height, expected] of seen) {
      expect(await Promise.all(addresses.map((address) => at(height).balance(address)))).to.deep.equal(
        expected,
      );
    }
    expect(await at(0).balance(payee?.address ?? "")).to.equal(null);
  });

  it("at(height).state is the value that the block of that height wrote", async () => {
    const { client, sandbox } = connection;
    const height = await client.blockCount();
    const written = [...((await client.getBlock(height))?.universal_updates ?? [])];
    await sandbox.fund(sandbox.accounts[1]?.address ?? "", "1");
    const { at } = createDebugObjects(connection);
    expect(written).not.to.have.lengthOf(0);
    for (const [key, update] of written) {
      expect(await at(height).state("universal", key)).to.deep.equal(update.new);
      expect(await at(height - 1).state("universal", key)).to.deep.equal(update.old);
    }
  });

  it("refuses a height that the chain has not reached", async () => {
    const { at } = createDebugObjects(connection);
    expect(await failureOf(at(1000).balance("00"))).to.include({ code: "HEIGHT_UNKNOWN", kind: "not-found" });
  });

  it("trace shows what a committed transaction read, wrote and called", async () => {
    const { client, sandbox } = connection;
    const [alice, bob] = sandbox.accounts as [KeyPair, KeyPair];
    const tx = createTxObject(connection);
    const parameters = { to: bob.address, amount: "5" };
    const payment = tx.build("Send", alice.address, parameters);
    const hash = await tx.send(tx.sign(payment, alice.privateKey));
    const { trace, at } = createDebugObjects(connection);
    expect(await failureOf(trace(hash))).to.include({ code: "TRANSACTION_UNKNOWN" });

    const height = await sandbox.mine();
    const { execution, writes, calls, height: before } = await trace(hash);
    expect(before).to.equal(height - 1);
    expect(execution.ok).to.equal(true);
    const chain = createChainObject(client);
    for (const { address } of [alice, bob]) {
      const write = writes.find(({ key }) => key === address);
      expect(write).to.deep.include({ kind: "universal", attribute: "balance" });
      expect(write?.old).to.equal(await at(before).balance(address));
      expect(write?.new).to.equal(await chain.balance(address));
    }
    expect(calls.map(({ operator }) => operator)).to.include("write_universal");
  });
});
