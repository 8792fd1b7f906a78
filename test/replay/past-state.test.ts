import type { StateKind } from "../../src/codec/state-key.js";
import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { ReadChain } from "../../src/replay/read-chain.js";
import { at } from "../../src/replay/at.js";
import { PastState } from "../../src/replay/past-state.js";
import { parseCode } from "../../src/records/code.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import type { Store, StoreReader } from "../../src/store/store.js";
import { importRecordedChain, recordedMainBlocks, recordedNetwork } from "../support/recorded-chain.js";
import { stateOf } from "../support/replay.js";
import { createSeededRandom, seeded } from "../support/seeded-random.js";
import { listTransactions, mainBlock } from "../../src/store/reads.js";

const HEIGHTS = 6;
const KINDS: readonly StateKind[] = ["universal", "local"];

interface Replay {
  readonly store: Store;
  readonly ledger: Ledger;
}

/** Validates and executes the recorded chain or its first main blocks. The caller closes the store. */
async function replayed(height?: number): Promise<Replay> {
  const store = await openSqliteStore({ file: IN_MEMORY });
  const ledger = await Ledger.open(store, recordedNetwork());
  await importRecordedChain(ledger, height);
  return { store, ledger };
}

describe(seeded("The chain as it was after a block (PROTOCOL 8.5; vectors/chain)"), () => {
  const blocks = recordedMainBlocks();
  const random = createSeededRandom();
  const heights = Array.from({ length: HEIGHTS }, () => 1 + Math.floor(random() * blocks.length));
  let store: Store;
  const open = (): Promise<ReadChain> => ReadChain.ofStore(store, recordedNetwork());

  before(async () => {
    ({ store } = await replayed());
  });
  after(() => store.close());

  for (const height of heights) {
    describe(`compared with a replay to height ${height}`, () => {
      let then: Replay;
      before(async () => {
        then = await replayed(height);
      });
      after(() => then.store.close());

      it(`has the same cells`, async () => {
        for (const kind of KINDS) {
          const expected = await stateOf(then.store, kind);
          const all = [...(await stateOf(store, kind)).keys()];
          const { reader } = await (await open()).at(height);
          expect(await reader.readState(kind, all)).to.deep.equal(expected);
        }
      });

      it("answers as the replayed store does, and hides what came later", async () => {
        expect(await everything(await at(store, height))).to.deep.equal(await everything(then.store));
      });

      it(`has the same balances, resources, codes and fixed height`, async () => {
        const past = new PastState(open, height);
        const { prefixes } = recordedNetwork();
        const now = await stateOf(store, "universal");
        const expected = await stateOf(then.store, "universal");
        let compared = 0;
        for (const cell of now.keys()) {
          for (const name of ["balance", "resource"] as const) {
            if (!cell.startsWith(prefixes[name])) continue;
            const address = cell.slice(prefixes[name].length, prefixes[name].length + 44);
            expect(await past[name](address), address).to.equal(expected.get(cell) ?? null);
            compared += 1;
          }
        }
        expect(compared).to.be.greaterThan(0);

        const codes = await past.codes();
        const texts = codes.map(({ text }) => text);
        expect(new Set(texts)).to.deep.equal(new Set(await codesOf(then.store)));
        for (const text of texts) {
          const method = parseCode(text);
          expect(then.ledger.registry.isRegistered(method), method.name).to.equal(true);
        }
        const fixed = (await stateOf(then.store, "local")).get(
          recordedNetwork().keys.fixed_height.padEnd(128, "0"),
        );
        expect(await past.fixedHeight()).to.equal(fixed ?? 0n);
      });
    });

    it(`lists the signers of block ${height} among its validators (PROTOCOL 9.13)`, async () => {
      const seal = blocks[height - 1]?.seal ?? new Map<string, unknown>();
      expect(await new PastState(open, height).validators()).to.include.members([...seal.keys()]);
    });
  }

  it("is empty at height 0", async () => {
    const past = new PastState(open, 0);
    expect(await past.codes()).to.deep.equal([]);
    expect(await past.balance(recordedNetwork().genesis_address)).to.equal(null);
  });

  it("is refused above the tip", async () => {
    const refused = new PastState(open, blocks.length + 1).balance("00").catch((error: unknown) => error);
    expect(await refused).to.include({ code: "HEIGHT_UNKNOWN", kind: "not-found" });
  });
});

/** What a store holds, as one value. */
async function everything(reader: StoreReader): Promise<unknown> {
  const heights = Array.from({ length: recordedMainBlocks().length + 1 }, (_, height) => height);
  const pages = [1, 2, 3].map((page) => ({ page, count: 7 }));
  const blocks = recordedMainBlocks();
  const hashes = blocks.flatMap(({ transactions }) => transactions.map(({ hash }) => hash));
  const last = await reader.mainBlockSummary("last");
  const body = last === null ? null : reader.mainBlockBody(last);
  return {
    last,
    body: body === null ? null : (await listOf(body.transactions)).join(""),
    list: await Promise.all(KINDS.map((kind) => reader.listState(kind, "", { page: 2, count: 5 }))),
    all: await Promise.all(KINDS.map((kind) => reader.listState(kind, ""))),
    codes: await reader.listCodeWrites(),
    codesBefore: await Promise.all(heights.map((height) => reader.listCodeWrites(height))),
    blocks: await Promise.all(heights.map((height) => mainBlock(reader, { height }))),
    summaries: await reader.mainBlockSummaries(2, heights.length),
    byHash: await Promise.all(blocks.map(({ blockhash }) => reader.mainBlockSummary({ blockhash }))),
    streamed: await listOf(reader.streamMainBlocks(2, heights.length)),
    transactions: await Promise.all(hashes.map((hash) => reader.transaction(hash))),
    known: await reader.knownTransactions(hashes),
    listed: await Promise.all(pages.map((page) => listTransactions(reader, page))),
    resource: [
      await reader.resourceBlock("last"),
      await Promise.all(heights.map((height) => reader.resourceBlock({ height }))),
      await reader.resourceBlocks(1, heights.length),
      await reader.resourceBlockSummaries(1, heights.length),
      await Promise.all(blocks.map(({ s_timestamp }) => reader.resourceBlock({ before: s_timestamp }))),
    ],
  };
}

async function listOf<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function codesOf(store: Store): Promise<readonly Value[]> {
  const { prefixes } = recordedNetwork();
  const contracts = await store.listState("local", prefixes.contract);
  const requests = await store.listState("local", prefixes.request);
  return [...contracts, ...requests].map(({ value }) => value);
}
