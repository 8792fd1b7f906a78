import { expect } from "chai";
import { canonicalJson } from "../../../src/codec/canonical-json.js";
import { Ledger } from "../../../src/ledger/ledger.js";
import { replayTransaction } from "../../../src/replay/trial/try-transaction.js";
import type { CellChange } from "../../../src/replay/trial/cell-uses.js";
import { ReadChain } from "../../../src/replay/read-chain.js";
import type { MainBlock } from "../../../src/records/main-block.js";
import type { Update } from "../../../src/records/updates.js";
import { IN_MEMORY, openSqliteStore } from "../../../src/store/sqlite/open.js";
import { importRecordedChain, recordedMainBlocks, recordedNetwork } from "../../support/recorded-chain.js";

/** Attributes that a block also writes after its transactions (PROTOCOL 8.8). */
const SETTLED = new Set(["recycle_resource", "resource"]);

describe("A committed transaction that is executed again (vectors/chain)", () => {
  let chain: ReadChain;

  before(async () => {
    const store = await openSqliteStore({ file: IN_MEMORY });
    const ledger = await Ledger.open(store, recordedNetwork());
    await importRecordedChain(ledger);
    chain = await ReadChain.ofStore(store, recordedNetwork());
  });
  after(() => chain.reader.close());

  it("passes and writes what its block recorded, for every transaction of the chain (PROTOCOL 8.2, 8.3)", async () => {
    // From the newest block down: each replay reverts the codes of its own block and of all later ones.
    for (const block of recordedMainBlocks().toReversed()) await expectRecordedWrites(chain, block);
  });

  it("is null when no block holds it", async () => {
    expect(await replayTransaction(chain, "0".repeat(78))).to.equal(null);
  });
});

async function expectRecordedWrites(chain: ReadChain, block: MainBlock): Promise<void> {
  const writes: CellChange[] = [];
  for (const { hash } of block.transactions) {
    const trial = await replayTransaction(chain, hash);
    expect(trial?.execution.ok, hash).to.equal(true);
    expect(trial?.height).to.equal(block.height - 1);
    writes.push(...(trial?.writes ?? []));
  }
  const first = new Map(writes.toReversed().map((write) => [cellId(write), write]));
  for (const write of first.values()) expectSame(write.old, updateOf(block, write).old, write);
  const last = new Map(writes.map((write) => [cellId(write), write]));
  for (const write of last.values()) {
    if (!SETTLED.has(write.attribute)) expectSame(write.new, updateOf(block, write).new, write);
  }
}

function cellId({ kind, stateKey }: CellChange): string {
  return `${kind} ${stateKey}`;
}

function updateOf(block: MainBlock, { kind, stateKey }: CellChange): Update {
  const update = block[`${kind}_updates`].get(stateKey);
  if (update === undefined) throw new Error(`Block ${block.height} does not write ${stateKey}.`);
  return update;
}

function expectSame(actual: Update["old"], recorded: Update["old"], write: CellChange): void {
  expect(canonicalJson(actual), `${write.attribute} ${write.key}`).to.equal(canonicalJson(recorded));
}
