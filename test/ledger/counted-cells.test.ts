import { expect } from "chai";
import { spaceIdOf } from "../../src/codec/hash.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import { MachineThreads } from "../../src/ledger/machine/threaded-runner.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { includeAll } from "../../src/node/preset.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { prepareTransaction } from "../../src/ledger/prepared-transaction.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { RULE_SETS } from "../../src/records/rules.js";
import { COSTS, MAX_REQUEST_WORK, WORK_LIMIT } from "../../src/vm/machine.js";
import { startDevNode, type TestNode } from "../support/dev-node.js";
import { expectRejection } from "../support/expect-rejection.js";

const [alice] = devAccounts() as [KeyPair];
const CID = spaceIdOf(alice.address, "cells");
/** The longest value that a cell may have, with its quotes. */
const LENGTH = 65_536;
/** The lowest number of such cells whose reading is too much work, for a request and for a submission. */
const firstAbove = (limit: number): number => Math.floor(limit / (COSTS.json * (LENGTH + 2))) + 1;
const TOO_MANY_TO_LOOK = firstAbove(MAX_REQUEST_WORK);
const TOO_MANY = firstAbove(WORK_LIMIT);
const { admission } = RULE_SETS[1].workLimits();
const TOO_MANY_TO_SUBMIT = firstAbove(admission);

const keyAt = (index: number): string => index.toString(16).padStart(2, "0");
const readsOf = (count: number): readonly object[] =>
  Array.from({ length: count }, (_, index) => ({ $read_universal: ["cell", keyAt(index)] }));

function codeOf(name: string, kind: string, executions: readonly object[], p: object = {}): string {
  return JSON.stringify({
    t: kind,
    m: "0.2.0",
    v: "1",
    n: name,
    s: "cells",
    w: alice.address,
    p,
    e: executions,
  });
}

describe("Reading the cells that a call names is work (docs/adr/0009-work.md)", () => {
  let machine: MachineThreads;
  let test: TestNode;

  before(async () => {
    machine = new MachineThreads();
    test = await startDevNode({ runners: machine.runners });
    const { node, run } = test;
    const parameter = (name: string): object => ({ [name]: { name, type: "string", maxlength: LENGTH } });
    const fill = { $write_universal: ["cell", { $load_param: ["key"] }, { $load_param: ["value"] }] };
    const looks = [TOO_MANY_TO_LOOK - 1, TOO_MANY_TO_LOOK].map((count) =>
      codeOf(`Look${count}`, "request", [{ $response: [{ $is_string: readsOf(count) }] }]),
    );
    const touches = [TOO_MANY_TO_SUBMIT - 1, TOO_MANY_TO_SUBMIT, TOO_MANY].map((count) =>
      codeOf(`Touch${count}`, "contract", [{ $condition: [{ $is_string: readsOf(count) }, "No. "] }]),
    );
    const codes = [
      codeOf("Fill", "contract", [fill], { ...parameter("key"), ...parameter("value") }),
      ...looks,
      ...touches,
    ];
    await run(
      includeAll(
        node,
        alice,
        codes.map((code) => ({ type: "Publish", code })),
      ),
    );
    const fills = Array.from({ length: TOO_MANY }, (_, index) => ({
      type: "Fill",
      cid: CID,
      key: keyAt(index),
      value: "x".repeat(LENGTH),
    }));
    // Each is long and takes a thread, so no more are sent at once than may wait for one.
    for (let start = 0; start < fills.length; start += 8)
      await run(includeAll(node, alice, fills.slice(start, start + 8)));
  });
  after(async () => {
    await test.node.stop();
    await machine.close();
  });

  const look = (count: number): Promise<unknown> =>
    test.node.request({ request: objectToValue({ type: `Look${count}`, cid: CID }) });
  function touch(count: number): SignedTransaction {
    const timestamp = BigInt(test.clock.nowUs() + count);
    const members = { type: `Touch${count}`, cid: CID, timestamp };
    return signTransaction(new Map<string, Value>(Object.entries(members)), alice.privateKey);
  }

  it("of a request, which is answered up to the limit and not beyond", async () => {
    expect(await look(TOO_MANY_TO_LOOK - 1)).to.deep.equal({ json: "true" });
    const refusal = await expectRejection(look(TOO_MANY_TO_LOOK), "EXECUTION_FAILED", "refused");
    expect(refusal.message).to.equal("Too long processing. ");
  });

  it("of a transaction, which is accepted, and weighed, up to the same limit", async () => {
    const { node } = test;
    const [taken, refused] = [touch(TOO_MANY_TO_SUBMIT - 1), touch(TOO_MANY_TO_SUBMIT)];
    await node.submit(taken);
    expect(node.pool.get(taken.hash)?.work).to.be.within(
      (TOO_MANY_TO_SUBMIT - 1) * (LENGTH + 2) * COSTS.json,
      admission,
    );
    const refusal = await expectRejection(node.submit(refused), "EXECUTION_FAILED", "refused");
    expect(refusal.message).to.equal("Too long processing. ");
    for (const transaction of [taken, refused])
      expect(await node.weight(transaction)).to.equal(BigInt(transaction.size));
  });

  it("is refused before the first read when it exceeds the limit", async () => {
    const { store } = test.node.ledger;
    const read = store.readState.bind(store);
    let count = 0;
    store.readState = (kind, cells) => {
      count += cells.length;
      return read(kind, cells);
    };
    try {
      await expectRejection(look(TOO_MANY_TO_LOOK), "EXECUTION_FAILED", "refused");
      await expectRejection(test.node.submit(touch(TOO_MANY)), "EXECUTION_FAILED", "refused");
    } finally {
      store.readState = read;
    }
    expect(count).to.equal(0);
  });

  it("but not of a block, which may hold anyone's transactions: it is executed whole", async () => {
    const { ledger } = test.node;
    const prepared = prepareTransaction(touch(TOO_MANY), ledger.registry);
    const { block } = await ledger.execute([prepared], ledger.tip.s_timestamp + 1_000_000);
    expect(block?.passed).to.have.length(1);
  });
});
