import { expect } from "chai";
import { spaceIdOf } from "../../src/codec/hash.js";
import type { Value } from "../../src/codec/value.js";
import { roomOf } from "../../src/consensus/block-room.js";
import { executeTransactions, KNOWN_ALLOWANCE } from "../../src/ledger/execute-transactions.js";
import { prepareTransaction } from "../../src/ledger/prepared-transaction.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { includeAll } from "../../src/node/preset.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { WORK_LIMIT } from "../../src/vm/machine.js";
import { startDevNode, type TestNode } from "../support/dev-node.js";
import { expectRejection } from "../support/expect-rejection.js";

/** The first table of costs counts 3 million characters for it, the second one 200 million. */
const DEAR = `/[${"\\w".repeat(3000)}]/u`;

describe("A transaction that costs far more than its work (PROTOCOL 15.8)", () => {
  let test: TestNode;
  let sent = 0;
  const [alice, bob] = devAccounts() as [KeyPair, KeyPair];
  const cid = spaceIdOf(alice.address, "matches");

  before(async () => {
    test = await startDevNode();
    const match = (name: string): object => ({ $reg_match: [{ $load_param: [name] }, "b"] });
    const names = ["a", "b", "c", "d", "e"];
    const text = (name: string): object => ({ name, type: "string", maxlength: 8192, default: "/a/" });
    const code = JSON.stringify({
      t: "contract",
      m: "0.2.0",
      v: "1",
      n: "Matches",
      s: "matches",
      w: alice.address,
      p: Object.fromEntries(names.map((name) => [name, text(name)])),
      e: [{ $write_universal: ["matches", "00", names.map(match)] }],
    });
    await test.run(includeAll(test.node, alice, [{ type: "Publish", code }]));
  });
  after(() => test.node.stop());

  function signed(members: Readonly<Record<string, Value>>, by = alice): SignedTransaction {
    sent += 1;
    const timestamp = BigInt(test.clock.nowUs() + sent);
    return signTransaction(new Map<string, Value>(Object.entries({ timestamp, ...members })), by.privateKey);
  }
  const matching = (patterns: Readonly<Record<string, Value>>): SignedTransaction =>
    signed({ type: "Matches", cid, ...patterns });

  it("is refused when it is submitted, and a payment beside it is accepted", async () => {
    const five = `/[${"\\w".repeat(1200)}]/u`;
    const refused = [matching({ a: DEAR }), matching({ a: five, b: five, c: five, d: five, e: five })].map(
      (transaction) => expectRejection(test.node.submit(transaction), "EXECUTION_FAILED", "refused"),
    );
    await test.node.submit(signed({ type: "Send", to: alice.address, amount: "1" }, bob));
    for (const error of await Promise.all(refused)) expect(error.message).to.equal("Too long processing. ");
  });

  it("is valid in a block of another node, whose first table counts little for it", async () => {
    const { ledger } = test.node;
    const prepared = prepareTransaction(matching({ a: DEAR }), ledger.registry);
    expect(prepared.work).to.be.below(WORK_LIMIT / 16);
    expect(prepared.cost).to.be.above(WORK_LIMIT);
    const { block } = await ledger.execute([prepared], ledger.tip.s_timestamp + 1_000_000);
    expect(block?.passed).to.have.length(1);
  });

  it("takes up more of this node's block than its work, and fails there when it has become dear", async () => {
    const { ledger } = test.node;
    const prepared = prepareTransaction(matching({ a: DEAR }), ledger.registry);
    expect(roomOf(prepared)).to.be.above(WORK_LIMIT / 4);
    const cheap = { ...prepared, cost: prepared.work };
    const { refused } = await executeTransactions(ledger.store, [cheap], { allowance: KNOWN_ALLOWANCE });
    expect([...refused.values()].map(({ code }) => code)).to.deep.equal(["EXECUTION_FAILED"]);
    expect(roomOf({ work: 10, cost: 39 })).to.equal(10);
  });
});
