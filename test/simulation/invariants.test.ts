import { AssertionError, expect } from "chai";
import { hashOf, timeHash } from "../../src/codec/hash.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { entriesOf, memberOf, type ValueMap } from "../../src/codec/value.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { createHypothesis, type Hypothesis } from "../../src/records/hypothesis.js";
import { mainBlockToText, readMainBlock, type MainBlock } from "../../src/records/main-block.js";
import { createNetwork } from "../../src/records/network.js";
import type { StateEntry, Store } from "../../src/store/store.js";
import { testKey } from "../support/keys.js";
import { Auditor } from "./auditor.js";
import { checkConservation } from "./conservation.js";
import { copyDisk } from "./disk.js";
import { found, type Founding } from "./founding.js";
import { FixedBlocks, Witness } from "./invariants.js";
import { Tally } from "./tally.js";
import { listTransactions, mainBlock } from "../../src/store/reads.js";

/** The checks of the simulation must detect violations. */
describe("The invariants of the simulation detect", () => {
  let founding: Founding;
  before(async () => {
    founding = await found(4);
  });

  it("a second hypothesis for one round key and second, but no other hypothesis", () => {
    const { address, privateKey } = testKey("validator");
    const previous_blockhash = timeHash("tip", 0);
    const words = (
      root: string,
      s_timestamp: number,
    ): { chunks: ReadonlyMap<string, never>; hypotheses: Map<string, Hypothesis> } => {
      const content = {
        previous_blockhash,
        s_timestamp,
        chunks: new Map<string, string>(),
        hypothesis_hash: hashOf(root),
      };
      return {
        chunks: new Map<string, never>(),
        hypotheses: new Map([[address, createHypothesis(content, privateKey)]]),
      };
    };
    const witness = new Witness();
    witness.hear(address, words("a", 1_000_000));
    witness.hear(address, words("a", 1_000_000));
    witness.hear(address, words("b", 2_000_000));
    expect(() => witness.hear(address, words("b", 1_000_000))).to.throw(AssertionError);
  });

  it("a fixed block that differs between nodes, and a fixed height that decreases", async () => {
    const fixed = new FixedBlocks();
    const [one, other] = [await copyDisk(founding.store), await copyDisk(founding.store)];
    const height = await fixed.check(one, "one");
    expect(height).to.be.greaterThan(1);
    expect(await fixed.check(other, "other")).to.equal(height);
    const last = await other.resourceBlock("last");
    for (let at = last?.height ?? 0; at >= height; at -= 1) await other.undoResourceBlock(at);
    await failing(fixed.check(other, "other"));
    await one.writeMeta("fixed_height", "1");
    await failing(fixed.check(one, "one"));
  });

  it("an invalid chain, and a state that does not match its blocks", async () => {
    const { network, store } = founding;
    const broken = await copyDisk(store);
    const last = await broken.mainBlockSummary("last");
    if (last === null) throw new Error("There is no chain. ");
    const block = {
      ...last,
      height: last.height + 1,
      previous_blockhash: last.blockhash,
      transaction_count: 0,
    };
    const parts = { seal: "[]", universal_updates: "[]", local_updates: "[]" };
    const blockhash = timeHash("none", last.s_timestamp + 1_000_000);
    const commit = { transactions: [], universal: [], local: [], codeKeys: [] };
    await broken.commitMainBlock({ block: { ...block, ...parts, blockhash }, ...commit });
    const auditor = await Auditor.open(founding, {
      tally: new Tally(),
      makers: { all: new Set(), strict: new Set() },
    });
    await auditor.audit(store);
    let refusal: unknown = null;
    await auditor.audit(broken).catch((error: unknown) => (refusal = error));
    expect(refusal).to.include({ name: "ChainError" });

    const forged = await copyDisk(store);
    const key = createNetwork(network).prefixes.balance + testKey("stranger").address;
    await rewriteLastBlock(forged, { key, value: "1" });
    await failing(auditor.auditState(forged));
  });

  it("a block that creates money", async () => {
    const { store, network: definition } = founding;
    const network = createNetwork(definition);
    const ledger = await Ledger.open(await copyDisk(store), network);
    const stored = await mainBlock(ledger.store, { height: ledger.tip.height });
    if (stored === null) throw new Error("There is no block. ");
    const block: MainBlock = readMainBlock(parseJson(mainBlockToText(stored)));
    const transactions = block.transactions.filter(({ type }) => type !== "Faucet");
    // Without the Faucet transaction, the block created the money that the faucet gave.
    expect(() => checkConservation(network, { ...block, transactions }, new Tally())).to.throw(
      AssertionError,
    );
  });
});

/** Stores the last block again, with a cell that it does not write. */
async function rewriteLastBlock(store: Store, cell: StateEntry): Promise<void> {
  const last = await store.mainBlockSummary("last");
  const block = last === null ? null : await mainBlock(store, { height: last.height });
  if (last === null || block === null) throw new Error("There is no chain. ");
  const listed = await listTransactions(store, { page: 1, count: last.transaction_count });
  const transactions = listed.map(({ hash, record }) => ({ hash, record, addresses: [] })).reverse();
  await store.undoMainBlock(last.height);
  await store.commitMainBlock({
    block: { ...block, transaction_count: last.transaction_count },
    transactions,
    universal: [...writesOf(block.universal_updates), cell],
    local: writesOf(block.local_updates),
    codeKeys: [],
  });
}

function writesOf(updates: string): readonly StateEntry[] {
  const read = entriesOf(parseJson(updates) as ValueMap);
  return Array.from(read, ([key, update]) => ({ key, value: memberOf(update, "new") ?? null }));
}

async function failing(check: Promise<unknown>): Promise<void> {
  let failure: unknown = null;
  await check.catch((error: unknown) => (failure = error));
  expect(failure).to.be.instanceOf(AssertionError);
}
