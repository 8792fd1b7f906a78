import { expect } from "chai";
import { createClient, objectToValue, signTransaction, type Client } from "../../src/client/index.js";
import { mapIn } from "../support/vectors.js";
import { testKey } from "../support/keys.js";
import { useRecordedNode } from "../rpc/support/recorded-node.js";
import { expectRejection } from "../support/expect-rejection.js";

const HOLDER = "b5cf90a96fcfe3faf73bdc2c8b1830593bc08484732e";

describe("the client against a node with the recorded chain", () => {
  const node = useRecordedNode();
  let client: Client;
  before(() => {
    client = createClient({ url: node().url });
  });

  it("reads the node operations", async () => {
    await client.ping();
    expect((await client.info()).last_block.height).to.equal(78);
    expect((await client.round(1)).block.transaction_count).to.equal(1);
    expect((await client.resourceRound()).sync_limit).to.equal(42);
    expect((await client.broadcast()).transactions.size).to.equal(0);
    expect((await client.resourceBroadcast()).size).to.equal(0);
    expect((await client.peer({ authentication: true })).node?.genesis_address).to.have.length(44);
  });

  it("reads blocks and transactions of the main chain", async () => {
    expect(await client.blockCount()).to.equal(78);
    const block = await client.getBlock(1);
    const [genesis] = block?.transactions ?? [];
    expect((await client.getTransaction(genesis?.hash))?.transaction).to.deep.equal(genesis?.transaction);
    expect((await client.getBlockSummary(block?.blockhash ?? ""))?.height).to.equal(1);
    expect(await client.getBlock(79)).to.equal(null);
    expect(await client.getTransaction("f".repeat(78))).to.equal(null);
    expect((await client.listBlock({ count: 2 })).map(({ height }) => height)).to.deep.equal([77, 78]);
    expect((await client.getBlocks(70)).map(({ height }) => height)).to.have.length(9);
    expect((await client.getBlockSummaries(1)).at(-1)?.height).to.equal(78);
    expect(await client.transactionCount()).to.equal(308);
    expect((await client.listTransaction({ count: 2 }, HOLDER)).size).to.equal(2);
  });

  it("reads blocks of the resource chain and resource amounts", async () => {
    expect(await client.resourceBlockCount()).to.equal(42);
    expect((await client.getResourceBlock(2))?.main_height).to.be.greaterThan(0);
    expect((await client.getResourceBlockSummary())?.height).to.equal(42);
    expect((await client.listResourceBlock({ count: 2 })).map(({ height }) => height)).to.deep.equal([
      42, 41,
    ]);
    expect(await client.getResourceBlocks(41)).to.have.length(2);
    expect(await client.getResourceBlockSummaries(1)).to.have.length(42);
    expect(await client.getResource(HOLDER)).to.equal("0");
  });

  it("reads registered code, and runs it", async () => {
    expect(await client.codeCount()).to.deep.equal({ contracts: 3, requests: 1 });
    const { contracts } = await client.listCode({ count: 10 });
    const send = await client.getCode("40aba7d1d362d2c16eea2e4a73e1d9d7976e729c1db4");
    expect([...contracts.values()]).to.include(send);
    const balance = await client.request(mapIn(objectToValue({ type: "GetBalance", address: HOLDER })));
    expect(balance).to.deep.equal(new Map([["balance", "113991720006884.00"]]));
  });

  it("weighs a transaction, and receives the reason when one is refused", async () => {
    const { privateKey, address } = testKey("poor");
    const members = {
      type: "Send",
      to: HOLDER,
      amount: "1",
      timestamp: 1_795_238_612_000_000n,
      from: address,
    };
    const transaction = mapIn(objectToValue(members));
    const { size } = signTransaction(transaction, privateKey);
    expect(Number(await client.weight(signTransaction(transaction, privateKey)))).to.be.at.least(size);
    const refusal = await expectRejection(
      client.signAndSend(transaction, privateKey),
      "EXECUTION_FAILED",
      "refused",
    );
    expect(refusal.message).to.equal("You can't send more than what you have. ");
  });
});
