import { expect } from "chai";
import type { Value, ValueMap } from "../../src/codec/value.js";
import { prepareTransaction } from "../../src/ledger/prepared-transaction.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { createIdentity, type KeyPair } from "../../src/data/directory/identity.js";
import { networkMembers } from "../../src/records/transaction-rules.js";
import { signTransaction } from "../../src/records/transaction.js";
import { startDevNode, type TestNode } from "../support/dev-node.js";
import { mineNext } from "../support/forged-blocks.js";
import { expectRejection } from "../support/expect-rejection.js";

const [ALICE, BOB] = devAccounts() as [KeyPair, KeyPair];

describe("Two networks of rules 2 with the same writers and spaces (PROTOCOL 16.3, 16.5)", () => {
  let one: TestNode;
  let other: TestNode;

  before(async () => {
    one = await startDevNode({ rules: 2 });
    other = await startDevNode({ rules: 2, identity: createIdentity() });
  });
  after(() => Promise.all([one.node.stop(), other.node.stop()]));

  const transfer = ({ network }: Ledger, nowUs: number): ValueMap =>
    new Map<string, Value>([
      ["type", "Send"],
      ["timestamp", BigInt(nowUs)],
      ["from", ALICE.address],
      ...networkMembers(network),
      ["to", BOB.address],
      ["amount", "5"],
    ]);
  const prepare = (transaction: ValueMap, { registry }: Ledger): unknown =>
    prepareTransaction(signTransaction(transaction, ALICE.privateKey), registry);

  it("refuse each other's transactions, at submission and in blocks", async () => {
    const { ledger, clock } = one.node;
    expect(ledger.network.rootCid).to.equal(other.node.ledger.network.rootCid);
    const here = transfer(ledger, clock.nowUs());
    await one.run(one.node.submit(signTransaction(here, ALICE.privateKey)));
    const refused = other.node.submit(signTransaction(here, ALICE.privateKey));
    await other.run(expectRejection(refused, "TRANSACTION_NETWORK", "refused"));
    expect(() => prepare(here, other.node.ledger))
      .to.throw()
      .with.property("code", "TRANSACTION_NETWORK");
    expect(() => prepare(here, ledger)).not.to.throw();
  });

  it("refuse a transaction that does not name its signer, its space or its network", () => {
    const { ledger, clock } = one.node;
    for (const member of ["from", "cid", "network"]) {
      const transaction = new Map(transfer(ledger, clock.nowUs()));
      transaction.delete(member);
      expect(() => prepare(transaction, ledger), member).to.throw(
        `The signed transaction must contain the "transaction.${member}" parameter. `,
      );
    }
    for (const network of [5n, null, [ledger.network.networkAddress]])
      expect(() => prepare(new Map(transfer(ledger, 1)).set("network", network), ledger)).to.throw();
  });

  it("let an outsider mine no resource block up to height C, and hold no receipts", async () => {
    const { ledger, clock, identity } = one.node;
    const genesis = identity.node.address;
    const mined = (content: { validator: string; miner: string }) =>
      mineNext(ledger, {
        timestamp: clock.nowUs(),
        main_height: ledger.tip.height,
        main_blockhash: ledger.tip.blockhash,
        ...content,
      });
    for (const content of [
      { validator: genesis, miner: BOB.address },
      { validator: BOB.address, miner: BOB.address },
    ])
      await expectRejection(
        ledger.resourceChain.commit(await mined(content), clock.nowUs()),
        "RESOURCE_BLOCK_ORDER",
        "refused",
      );
    await ledger.resourceChain.commit(await mined({ validator: genesis, miner: genesis }), clock.nowUs());
    expect(ledger.resourceChain.tip?.height).to.equal(1);
  });

  it("pay the genesis address alone for the first blocks", async () => {
    const { ledger } = other.node;
    other.node.mining.start();
    await other.pass(60_000_000);
    other.node.mining.stop().catch(() => undefined);
    await other.run(
      other.node.submit(signTransaction(transfer(ledger, other.clock.nowUs()), ALICE.privateKey)),
    );
    await other.pass(2_000_000);
    const cells = await ledger.store.listState("universal", ledger.network.prefixes.resource);
    const { prefixes, genesis_address } = ledger.network;
    expect(
      cells.map(({ key }) => key.slice(prefixes.resource.length, prefixes.resource.length + 44)),
    ).to.deep.equal([genesis_address]);
    const { credit_amount } = ledger.network.constants;
    expect(BigInt(cells[0]?.value as string) >= credit_amount).to.equal(true);
  });
});
