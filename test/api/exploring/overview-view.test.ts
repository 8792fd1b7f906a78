import { expect } from "chai";
import { overviewView } from "../../../src/api/exploring/numbers-view.js";
import { objectToMap, objectToValue } from "../../../src/codec/value.js";
import { nodeNotRunning } from "../../../src/api/errors.js";
import { namedDevAccounts } from "../../../src/data/dev-network.js";
import { signTransaction } from "../../../src/records/transaction.js";
import { useDevNode } from "../../support/dev-node.js";

describe("the overview of a node", () => {
  const test = useDevNode();

  it("tells the pool, the holders of the slots, and that it accepts transactions", async () => {
    const { client } = test();
    const empty = await client.overview();
    const slots = await test().node.ledger.validatorsAt(test().clock.nowUs());
    expect(empty).to.deep.equal({
      pool: { transactions: 0, bytes: 0 },
      slots,
      peers: 0,
      fixed_height: 0,
      fixed_main_height: 0,
      is_accepting: true,
      refusal: null,
    });
    const [alice, bob] = namedDevAccounts();
    const members = {
      type: "Send",
      to: bob?.address ?? "",
      amount: "1",
      timestamp: BigInt(test().clock.nowUs()),
    };
    await client.sendTransaction(signTransaction(objectToMap(members), alice?.privateKey ?? ""));
    const { pool } = await client.overview();
    expect(pool.transactions).to.equal(1);
    expect(pool.bytes).to.be.greaterThan(100);
  });

  it("has only the code of a refusal, whose text may name files", async () => {
    const refusal = nodeNotRunning({ directory: "/home/operator/secret" });
    const standing = { pool: { size: 0, bytes: 0 }, peers: 0, refusal };
    const resourceChain = { fixedHeight: 7, fixedMainHeight: 70 };
    const told = await overviewView({ validatorsAt: async () => [], resourceChain }, standing, 0);
    expect(told).to.deep.equal(
      objectToValue({
        pool: objectToValue({ transactions: 0n, bytes: 0n }),
        slots: [],
        peers: 0n,
        fixed_height: 7n,
        fixed_main_height: 70n,
        is_accepting: false,
        refusal: "NODE_NOT_RUNNING",
      }),
    );
  });
});
