import { expect } from "chai";
import type { Value } from "../../src/codec/value.js";
import { Ledger } from "../../src/ledger/ledger.js";
import type { ChainSource } from "../../src/replay/trial/chain-source.js";
import { PastState } from "../../src/replay/trial/past-state.js";
import { cellsBefore } from "../../src/replay/trial/state-before.js";
import { createStoreSource } from "../../src/replay/trial/store-source.js";
import { parseCode } from "../../src/records/code.js";
import { IN_MEMORY, openSqliteStore } from "../../src/store/sqlite/open.js";
import type { StateKind, Store } from "../../src/store/store.js";
import { importRecordedChain, recordedMainBlocks, recordedNetwork } from "../support/recorded-chain.js";
import { stateOf } from "../support/replay.js";
import { createSeededRandom } from "../support/seeded-random.js";

const SEED = Number(process.env["SEED"] ?? Math.floor(Math.random() * 2 ** 31));
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

describe(`The chain as it was after a block (PROTOCOL 8.5; vectors/chain, SEED=${SEED})`, () => {
  const blocks = recordedMainBlocks();
  const random = createSeededRandom(SEED);
  const heights = Array.from({ length: HEIGHTS }, () => 1 + Math.floor(random() * blocks.length));
  let store: Store;
  const open = (): Promise<ChainSource> => createStoreSource(store, recordedNetwork());

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
          const cells = await cellsBefore(await open(), height + 1, {
            universal: [],
            local: [],
            [kind]: all,
          });
          expect(cells[kind]).to.deep.equal(expected);
        }
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

async function codesOf(store: Store): Promise<readonly Value[]> {
  const { prefixes } = recordedNetwork();
  const contracts = await store.listState("local", prefixes.contract);
  const requests = await store.listState("local", prefixes.request);
  return [...contracts, ...requests].map(({ value }) => value);
}
