import { expect } from "chai";
import { padStateKey, type StateKind } from "../../src/codec/state-key.js";
import type { Value } from "../../src/codec/value.js";
import { Draft } from "../../src/ledger/apply/draft.js";
import type { Client } from "../../src/client/index.js";
import { createEngineClient } from "../../src/api/engine-client.js";
import type { TransactionMembers } from "../../src/node/preset.js";
import { openRemoteChain } from "../../src/replay/remote/remote-store.js";
import type { MainBlock } from "../../src/records/main-block.js";
import { OverlayStore } from "../../src/store/overlay/overlay-store.js";
import type { StateEntry, Store } from "../../src/store/store.js";
import { dumpDatabase } from "../support/database-dump.js";
import {
  addBlock,
  blocksOf,
  commitAll,
  openPointerChain,
  replayOn,
  type PointerChain,
} from "../support/dependent-keys.js";
import { TEST_SEED, createSeededRandom, randomRuns, seeded } from "../support/seeded-random.js";
import { withoutStateAt } from "../support/without-state-at.js";
import { openTempStore, type TempStore } from "../support/temp-store.js";

/** More runs: npm run fuzz -- --only undo. */
const RUNS = randomRuns(2);
const BLOCKS = 14;
const KINDS: readonly StateKind[] = ["universal", "local"];
/** Several spellings of few cells: those that differ by trailing zeros name one cell (PROTOCOL 2.7). */
const KEYS = ["aa", "ab", "ab00", "ab0000", "cd", "cd00", "00", "0000"];
const POINTERS = ["01", "02", "0200"];
const TYPES = ["Set", "Put", "PutLocal", "Write", "Copy", "WriteTwice", "Append"];
const VALUES: readonly Value[] = [
  null,
  "",
  "text / \u00e9 \u{1f600} \u2028",
  0n,
  -(2n ** 63n),
  1.5,
  2,
  2 ** 55 + 8,
  true,
  ["a", [1n], null],
  new Map<string, Value>([
    ["b", null],
    ["a", new Map<string, Value>([["", 1e25]])],
  ]),
];

type State = Readonly<Record<StateKind, readonly StateEntry[]>>;

async function stateOf(store: Store): Promise<State> {
  return { universal: await store.listState("universal", ""), local: await store.listState("local", "") };
}

/** The states after the blocks of a chain, by height: each entry's `new` is written in list order (PROTOCOL 8.4). */
function statesOf(blocks: readonly MainBlock[]): readonly State[] {
  const cells = { universal: new Map<string, StateEntry>(), local: new Map<string, StateEntry>() };
  const entries = (kind: StateKind): readonly StateEntry[] =>
    [...cells[kind]].toSorted(([left], [right]) => (left < right ? -1 : 1)).map(([, entry]) => entry);
  const states: State[] = [{ universal: [], local: [] }];
  for (const block of blocks) {
    for (const kind of KINDS) {
      for (const [key, { new: value }] of block[`${kind}_updates`]) {
        if (value === null) cells[kind].delete(padStateKey(key));
        else cells[kind].set(padStateKey(key), { key, value });
      }
    }
    states.push({ universal: entries("universal"), local: entries("local") });
  }
  return states;
}

/** The states after each height, computed from what the store holds now. */
async function pastStates(store: Store, states: readonly State[]): Promise<readonly unknown[]> {
  const names = (state: State, kind: StateKind) => state[kind].map(({ key }) => padStateKey(key));
  const every = (kind: StateKind) => [...new Set(states.flatMap((state) => names(state, kind)))].toSorted();
  return Promise.all(
    states.map(async (_, height) => {
      const at = async (kind: StateKind): Promise<readonly (readonly [string, Value])[]> => {
        const values = await store.readState(kind, every(kind), height);
        return every(kind).flatMap((cell) => {
          const value = values.get(cell);
          return value === undefined ? [] : [[cell, value] as const];
        });
      };
      return { universal: await at("universal"), local: await at("local") };
    }),
  );
}

function byCell(state: State): unknown {
  const cells = (kind: StateKind) => state[kind].map(({ key, value }) => [padStateKey(key), value]);
  return { universal: cells("universal"), local: cells("local") };
}

function randomCalls(random: () => number): readonly TransactionMembers[] {
  const oneOf = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;
  return Array.from({ length: 1 + Math.floor(random() * 6) }, () => {
    const type = oneOf(TYPES);
    const y = type === "Copy" ? oneOf(KEYS) : oneOf(VALUES);
    return { type, p: oneOf(POINTERS), k: oneOf(KEYS), x: oneOf(VALUES), y };
  });
}

for (let run = 0; run < RUNS; run += 1) {
  const seed = (TEST_SEED + run) % 2 ** 31;

  describe(seeded("Blocks of random calls, undone (PROTOCOL 8.4, 8.5)", seed), () => {
    const random = createSeededRandom(seed);
    let temp: TempStore;
    let chain: PointerChain;
    let first: number;
    /** By height, beginning with `first`. */
    const dumps: string[] = [];
    let blocks: readonly MainBlock[];
    let states: readonly State[];
    before(async () => {
      temp = await openTempStore();
      chain = await openPointerChain(temp.store);
      first = chain.ledger.tip.height;
      dumps.push(await dumpDatabase(temp.file));
      for (let block = 0; block < BLOCKS; block += 1) {
        await addBlock(chain, randomCalls(random));
        dumps.push(await dumpDatabase(temp.file));
      }
      blocks = await blocksOf(chain.ledger);
      states = statesOf(blocks);
    });
    after(() => temp.remove());

    it("produce the state that their update lists give, written in order", async () => {
      expect(await stateOf(chain.ledger.store)).to.deep.equal(states.at(-1));
    });

    it("give the past state of every height as a replay up to it has it", async () => {
      expect(await pastStates(chain.ledger.store, states)).to.deep.equal(states.map(byCell));
    });

    for (const [title, ofNode] of [
      ["over HTTP", (client: Client): Client => client],
      ["over HTTP of a node that does not have StateAt", withoutStateAt],
    ] as const)
      it(`give the same past states ${title}`, async () => {
        const remote = await openRemoteChain(
          ofNode(createEngineClient(chain.node, "test")),
          chain.ledger.network,
        );
        const every = (kind: StateKind) => [
          ...new Set(states.flatMap((state) => state[kind].map(({ key }) => padStateKey(key)))),
        ];
        for (let height = first; height <= blocks.length; height += 1) {
          for (const kind of KINDS) {
            const cells = await remote.reader.readState(kind, every(kind), height);
            const known = states[height]?.[kind].map(({ key, value }) => [padStateKey(key), value] as const);
            expect(cells, `${kind}, height ${height}`).to.deep.equal(new Map(known));
          }
        }
      });

    it("leave the same rows when they are stored together", async () => {
      const other = await openTempStore();
      const ledger = await replayOn(other.store, chain, blocks.slice(0, first));
      for (let next = first; next < blocks.length;) {
        const count = 1 + Math.floor(random() * BLOCKS);
        const draft = new Draft(ledger);
        await commitAll(draft.ledger, blocks.slice(next, next + count));
        await draft.store(blocks.at(-1)?.s_timestamp ?? 0);
        next += count;
        expect(await dumpDatabase(other.file)).to.equal(dumps[Math.min(next, blocks.length) - first]);
      }
      await other.remove();
    });

    it("give the same in an overlay, over any of them, and when they are undone there", async () => {
      const other = await openTempStore();
      const inBase = first + Math.floor(random() * BLOCKS);
      const base = await replayOn(other.store, chain, blocks.slice(0, inBase));
      const ledger = base.over(await OverlayStore.over(other.store));
      await commitAll(ledger, blocks.slice(inBase));
      for (let height = blocks.length; ; height -= 1) {
        expect(await stateOf(ledger.store), `height ${height}`).to.deep.equal(states[height]);
        const known = states.slice(0, height + 1);
        expect(await pastStates(ledger.store, known), `height ${height}`).to.deep.equal(known.map(byCell));
        if (height === inBase) break;
        await ledger.undo();
      }
      await other.remove();
    });

    it("leave every row as it was when they are undone, one after the other", async () => {
      for (let height = blocks.length; height > first; height -= 1) {
        expect(await dumpDatabase(temp.file), `height ${height}`).to.equal(dumps[height - first]);
        await chain.ledger.undo();
      }
      expect(await dumpDatabase(temp.file)).to.equal(dumps[0]);
    });
  });
}
