import { expect } from "chai";
import { findBlockTarget, findTransactionHash, heightOfTransaction } from "../../src/actions/find-hash.js";
import { createClient, type Client } from "../../src/client/index.js";
import { useDevProcess } from "../support/dev-process.js";

const failureOf = (promise: Promise<unknown>): Promise<unknown> => promise.catch((error: unknown) => error);

describe("Hashes of a node by their first characters", () => {
  const fixture = useDevProcess();
  let client: Client;
  before(() => {
    client = createClient({ url: fixture.node.url });
  });

  it("finds every transaction of the chain, and its block (PROTOCOL 5.5)", async () => {
    const listed = [...(await client.listTransaction({ count: 100 })).keys()];
    expect(listed.length).to.be.greaterThan(10);
    for (const hash of listed) {
      expect(await findTransactionHash(client, hash.slice(0, 30))).to.equal(hash);
      const block = await client.getBlock(await heightOfTransaction(client, hash));
      expect(block?.transactions.map((transaction) => transaction.hash)).to.include(hash);
    }
  });

  it("refuses part of several hashes and of no hash, and other text", async () => {
    const [hash = ""] = (await client.listTransaction({ count: 1 })).keys();
    expect(await failureOf(findTransactionHash(client, hash.slice(0, 4)))).to.include({
      code: "HASH_AMBIGUOUS",
    });
    expect(await failureOf(findTransactionHash(client, "0000ffff"))).to.include({
      code: "TRANSACTION_UNKNOWN",
    });
    expect(await failureOf(findTransactionHash(client, "Send"))).to.include({ code: "TRANSACTION_HASH" });
  });

  it("finds blocks of both chains, and takes heights as before", async () => {
    const block = await client.getBlockSummary(2);
    expect(await findBlockTarget(client, block?.blockhash.slice(0, 20))).to.equal(block?.blockhash);
    expect(await findBlockTarget(client, block?.blockhash)).to.equal(block?.blockhash);
    expect(await findBlockTarget(client, "2")).to.equal(2);
    expect(await findBlockTarget(client, "0000002")).to.equal(2);
    expect(await findBlockTarget(client, undefined)).to.equal(undefined);
    expect(await failureOf(findBlockTarget(client, "0000ffff"))).to.include({ code: "BLOCK_UNKNOWN" });
    expect(await failureOf(findBlockTarget(client, "0000ffff", { isResource: true }))).to.include({
      code: "BLOCK_UNKNOWN",
    });
    expect(await failureOf(findBlockTarget(client, "newest"))).to.include({ code: "BLOCK_TARGET" });
  });
});
