import { expect } from "chai";
import { spaceIdOf } from "../../src/codec/hash.js";
import type { Value } from "../../src/codec/value.js";
import { executeAlone } from "../../src/ledger/execute-alone.js";
import {
  executeTransactions,
  KNOWN_ALLOWANCE,
  type WorkAllowance,
} from "../../src/ledger/execute-transactions.js";
import { prepareTransaction, type PreparedTransaction } from "../../src/ledger/prepared-transaction.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { KeyPair } from "../../src/data/directory/identity.js";
import { includeAll } from "../../src/node/preset.js";
import { INLINE_RUNNER, type Runner } from "../../src/ledger/machine/runner.js";
import { signTransaction } from "../../src/records/transaction.js";
import type { Store } from "../../src/store/store.js";
import { MAX_BLOCK_WORK, WORK_LIMIT, within } from "../../src/vm/machine.js";
import { startDevNode, type TestNode } from "../support/dev-node.js";
import { slowly } from "../support/slowly.js";

const CHAIN_LENGTH = 12;
/** Three transactions that share cells, and one that does not. */
const MOST_PASSES = 4;

/**
 * `Link` writes a cell that holds a key. `Follow` holds when the cell under that key is present, but names only its own
 * key.
 */
function linkCodes(writer: string): readonly string[] {
  const text = (name: string): object => ({ name, type: "string", maxlength: 2, requirements: true });
  const key = { $load_param: ["key"] };
  const record = { t: "contract", m: "0.2.0", v: "1", s: "links", w: writer };
  return [
    {
      ...record,
      n: "Link",
      p: { key: text("key"), to: text("to") },
      e: [
        { $write_universal: ["to", key, { $load_param: ["to"] }] },
        { $write_universal: ["mark", key, "set"] },
      ],
    },
    {
      ...record,
      n: "Follow",
      p: { key: text("key") },
      e: [
        {
          $condition: [
            { $eq: [{ $read_universal: ["mark", { $read_universal: ["to", key, "00"] }] }, "set"] },
            "Gone. ",
          ],
        },
        { $write_universal: ["mark", key, "set"] },
      ],
    },
  ].map((code) => JSON.stringify(code));
}

describe("Transactions that depend on cells that others load (PROTOCOL 7.5, 8.2)", () => {
  let test: TestNode;
  const [alice] = devAccounts() as [KeyPair];
  const cid = spaceIdOf(alice.address, "links");
  const keyAt = (index: number): string => (index + 16).toString(16);

  before(async () => {
    test = await startDevNode();
    const codes = linkCodes(alice.address).map((code) => ({ type: "Publish", code }));
    await test.run(includeAll(test.node, alice, codes));
    const links = Array.from({ length: CHAIN_LENGTH }, (_, index) => ({
      type: "Link",
      cid,
      key: keyAt(index),
      to: keyAt(index + 1),
    }));
    const circle = [
      { type: "Link", cid, key: "f0", to: "f1" },
      { type: "Link", cid, key: "f1", to: "f0" },
    ];
    await test.run(includeAll(test.node, alice, [...links, ...circle]));
  });
  after(() => test.node.stop());

  function follow(key: string, index: number): PreparedTransaction {
    const timestamp = BigInt(test.clock.nowUs() + index);
    const members = { type: "Follow", timestamp, from: alice.address, cid, key };
    const signed = signTransaction(new Map<string, Value>(Object.entries(members)), alice.privateKey);
    return prepareTransaction(signed, test.node.ledger.registry);
  }

  /** The store, counting the passes: each begins with one read of each kind of state. */
  function counted(): { store: Store; passes: () => number } {
    const { store } = test.node.ledger;
    let reads = 0;
    const readState: Store["readState"] = (kind, cells) => {
      reads += 1;
      return store.readState(kind, cells);
    };
    const counting = Object.create(store, { readState: { value: readState } }) as Store;
    return { store: counting, passes: () => reads / 2 };
  }

  it("pass when another transaction of the block loads what they read", async () => {
    const { store } = test.node.ledger;
    const alone = await executeTransactions(store, [follow("f0", 0)]);
    expect(alone.refused.size).to.equal(1);
    const together = await executeTransactions(store, [follow("f0", 0), follow("f1", 1)]);
    expect(together.passed).to.have.length(2);
  });

  it("fail together after a few passes, however long the chain in which each needs the next", async () => {
    const { store, passes } = counted();
    const row = Array.from({ length: CHAIN_LENGTH }, (_, index) => follow(keyAt(index), index));
    const { passed, refused } = await executeTransactions(store, row);
    expect(passed).to.deep.equal([]);
    expect(refused.size).to.equal(CHAIN_LENGTH);
    expect(passes()).to.be.at.most(MOST_PASSES);
  });

  describe("that turn out far more expensive than when they were prepared", () => {
    const root = { $read_universal: ["number", "00", "1"] };
    const square = { $strlen: [{ $mul: [root, root] }] };
    const record = { t: "contract", m: "0.2.0", v: "1", s: "squares", w: alice.address };
    const number = { name: "number", type: "string", maxlength: 3_000, requirements: true };
    const codes = [
      {
        ...record,
        n: "Fill",
        p: { number },
        e: [{ $write_universal: ["number", "00", { $load_param: ["number"] }] }],
      },
      { ...record, n: "Square", p: [], e: [{ $write_universal: ["length", "00", square] }] },
    ].map((code) => ({ type: "Publish", code: JSON.stringify(code) }));
    const squares = spaceIdOf(alice.address, "squares");

    function prepared(type: string, index: number, parameters: Readonly<Record<string, Value>> = {}) {
      const timestamp = BigInt(test.clock.nowUs() + index);
      const members = { type, timestamp, cid: squares, ...parameters };
      const signed = signTransaction(new Map<string, Value>(Object.entries(members)), alice.privateKey);
      return prepareTransaction(signed, test.node.ledger.registry);
    }

    it("are left out of a validator's proposal, and executed when others propose them", async () => {
      await test.run(includeAll(test.node, alice, codes));
      const { store } = test.node.ledger;
      const transactions = [prepared("Fill", 0, { number: "7".repeat(3_000) }), prepared("Square", 1)];
      const proposed = await executeTransactions(store, transactions, { allowance: KNOWN_ALLOWANCE });
      expect([...proposed.refused.keys()]).to.deep.equal([transactions[1]?.transaction.hash]);
      expect((await executeTransactions(store, transactions)).refused.size).to.equal(0);
      const alone = await executeTransactions(store, transactions.slice(1), { allowance: KNOWN_ALLOWANCE });
      expect(alone.refused.size).to.equal(0);
    });
  });
});

describe("The work of a block (PROTOCOL 15.8)", () => {
  let test: TestNode;
  const [alice] = devAccounts() as [KeyPair];
  const cid = spaceIdOf(alice.address, "hashes");
  /** Hashes a million characters so often that a pass works through nearly as much as may be submitted. */
  const HASHES = 127;

  before(async () => {
    test = await startDevNode();
    const hash = { $hash: [{ $load_param: ["text"] }] };
    const code = JSON.stringify({
      t: "contract",
      m: "0.2.0",
      v: "1",
      n: "Hashes",
      s: "hashes",
      w: alice.address,
      p: { text: { name: "text", type: "string", maxlength: 1_048_576, requirements: true } },
      e: [{ $write_universal: ["hash", "00", { $count: [Array.from({ length: HASHES }, () => hash)] }] }],
    });
    await test.run(includeAll(test.node, alice, [{ type: "Publish", code }]));
  });
  after(() => test.node.stop());

  function hashing(text: string, index = 0): PreparedTransaction {
    const timestamp = BigInt(test.clock.nowUs() + index);
    const members = { type: "Hashes", timestamp, cid, text };
    const signed = signTransaction(new Map<string, Value>(Object.entries(members)), alice.privateKey);
    return prepareTransaction(signed, test.node.ledger.registry);
  }

  /** Passes every call and counts it: the number is bounded, not the time. */
  const counting = (work: number): Runner => ({
    ...INLINE_RUNNER,
    execute(_call, _state, budget) {
      const limit = Math.min(budget.work, budget.cost);
      if (work <= limit) return { ok: true, weight: 0n, work, cost: work, writes: [] };
      const counted = within(limit + 1);
      return { ok: false, reason: "refusal", message: "Too long processing. ", weight: 0n, ...counted };
    },
  });
  const passedWith = async (work: number): Promise<number> => {
    const { store } = test.node.ledger;
    const transactions = Array.from({ length: 18 }, (_, index) => hashing("x", index));
    const execution = await executeTransactions(store, transactions, { runner: counting(work) });
    return execution.passed.length;
  };

  /** Executes transactions that took a work before and take another one now, in a block that holds 100. */
  async function codesOf(
    works: readonly (readonly [before: number, now: number])[],
    allowance?: WorkAllowance,
  ): Promise<readonly (string | undefined)[]> {
    const transactions = works.map(([work], index) => ({ ...hashing("x", index), work, cost: work }));
    const runner: Runner = {
      ...INLINE_RUNNER,
      execute(call, state, budget) {
        const index = transactions.findIndex((each) => each.call === call);
        return counting(works[index]?.[1] ?? 0).execute(call, state, budget);
      },
    };
    const options = { runner, maxWork: 100, ...(allowance === undefined ? {} : { allowance }) };
    const { refused } = await executeTransactions(test.node.ledger.store, transactions, options);
    return transactions.map(({ transaction: { hash } }) => refused.get(hash)?.code);
  }

  it("tells a transaction that finds no room beside others from one that fails (PROTOCOL 16.9)", async () => {
    const crowded = "NO_ROOM_IN_BLOCK";
    expect(
      await codesOf([
        [60, 60],
        [60, 60],
      ]),
    ).to.deep.equal([undefined, crowded]);
    expect(
      await codesOf([
        [60, 101],
        [60, 60],
      ]),
    ).to.deep.equal(["EXECUTION_FAILED", crowded]);
  });

  it("leaves out of a proposal only what no longer fits when each takes a little more than before", async () => {
    const grown = Array.from({ length: 3 }, () => [33, 34] as const);
    expect(await codesOf(grown, KNOWN_ALLOWANCE)).to.deep.equal([undefined, undefined, "NO_ROOM_IN_BLOCK"]);
  });

  slowly("allows a transaction that works through as much as may be submitted", async () => {
    const heavy = hashing("x".repeat(1_040_000));
    const { ledger } = test.node;
    expect(heavy.work).to.be.within(WORK_LIMIT * 0.9, WORK_LIMIT);
    const alone = await executeAlone(heavy, {
      store: ledger.store,
      runner: ledger.runners.blocks,
      budget: within(WORK_LIMIT),
    });
    expect(alone).to.deep.include({ ok: true });
    expect(alone.work).to.be.within(WORK_LIMIT * 0.9, WORK_LIMIT);
    const { block } = await ledger.execute([heavy], ledger.tip.s_timestamp + 1_000_000);
    expect(block?.passed).to.have.length(1);
  });

  it("is 16 times as much for all together, however much of it one of them takes", async () => {
    expect(await passedWith(WORK_LIMIT)).to.equal(16);
    expect(await passedWith(MAX_BLOCK_WORK)).to.equal(1);
    expect(await passedWith(MAX_BLOCK_WORK + 1)).to.equal(0);
    expect(await passedWith(Math.floor(MAX_BLOCK_WORK / 18))).to.equal(18);
  });
});
