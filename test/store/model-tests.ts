import { expect } from "chai";
import { hashOf } from "../../src/codec/hash.js";
import { padStateKey, type StateKind } from "../../src/codec/state-key.js";
import type { Value } from "../../src/codec/value.js";
import type { MainBlockCommit, StateEntry, Store } from "../../src/store/store.js";
import { sampleAddress, sampleMainBlock, type SampleWrite } from "../support/sample-blocks.js";
import { createSeededRandom, seeded, TEST_SEED } from "../support/seeded-random.js";
import type { KeptStore, OpenStore } from "../support/stores.js";
import { listTransactions } from "../../src/store/reads.js";

const ADDRESSES = 6;
const CELLS = 12;
const KINDS: readonly StateKind[] = ["universal", "local"];

/** What a chain of blocks gives for state and lists, worked out from the blocks alone. */
export class Model {
  readonly chain: MainBlockCommit[];

  constructor(chain: MainBlockCommit[] = []) {
    this.chain = chain;
  }

  state(kind: StateKind): Map<string, StateEntry> {
    const cells = new Map<string, StateEntry>();
    for (const entry of this.chain.flatMap((commit) => commit[kind])) {
      if (entry.value === null) cells.delete(padStateKey(entry.key));
      else cells.set(padStateKey(entry.key), { key: entry.key, value: entry.value });
    }
    return new Map([...cells].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  hashes(address?: string): string[] {
    return this.chain
      .flatMap(({ transactions }) => transactions)
      .filter(({ addresses }) => address === undefined || addresses.includes(address))
      .map(({ hash }) => hash)
      .toReversed();
  }
}

/** A store agrees with a model after each of some random steps: tests for every kind of store that lasts. */
export function testModel(open: OpenStore, steps: number): void {
  let temp: KeptStore;
  beforeEach(async () => {
    temp = await open();
  });
  afterEach(() => temp.remove());

  for (const seed of [TEST_SEED, TEST_SEED + 1, TEST_SEED + 2]) {
    it(seeded(`agrees after each of ${steps} steps, and an undo restores every row`, seed), async () => {
      const random = createSeededRandom(seed);
      const model = new Model();
      const dumps = [await temp.dump()];
      for (let step = 0; step < steps; step += 1) {
        const last = model.chain.at(-1)?.block;
        if (last !== undefined && random() < 0.4) {
          const { height } = last;
          await temp.store.undoMainBlock(height);
          model.chain.pop();
          dumps.pop();
          expect(await temp.dump(), `step ${step}`).to.equal(dumps.at(-1));
        } else {
          const commit = randomBlock(random, step, model);
          await temp.store.commitMainBlock(commit);
          model.chain.push(commit);
          dumps.push(await temp.dump());
        }
        await expectAgreement(temp, model, `step ${step}`);
      }
    });
  }
}

async function expectAgreement({ store }: KeptStore, model: Model, label: string): Promise<void> {
  for (const kind of KINDS) {
    const cells = model.state(kind);
    expect(await store.listState(kind, ""), label).to.deep.equal([...cells.values()]);
    const read = await store.readState(kind, [...cells.keys()]);
    expect(read, label).to.deep.equal(new Map([...cells].map(([cell, { value }]) => [cell, value])));
  }
  await expectWrittenKeys(store, model, label);
  const page = { page: 1, count: 1000 };
  for (const address of [
    undefined,
    ...Array.from({ length: ADDRESSES }, (_, index) => sampleAddress(index)),
  ]) {
    const listed = await listTransactions(store, page, address);
    expect(
      listed.map(({ hash }) => hash),
      label,
    ).to.deep.equal(model.hashes(address));
  }
  expect((await store.mainBlockSummary("last"))?.blockhash, label).to.equal(
    model.chain.at(-1)?.block.blockhash,
  );
}

/** The keys that the last five blocks, and all blocks, wrote. */
async function expectWrittenKeys(store: Store, { chain }: Model, label: string): Promise<void> {
  for (const from of [0, Math.max(0, chain.length - 5)]) {
    const found = { universal: [] as string[], local: [] as string[] };
    for await (const keys of store.writtenKeys(from, chain.length))
      for (const kind of KINDS) found[kind].push(...keys[kind]);
    for (const kind of KINDS) {
      const last = new Map(
        chain.slice(from).flatMap((commit) => commit[kind].map(({ key }) => [padStateKey(key), key])),
      );
      expect(found[kind].toSorted(), `${label}, ${kind} keys from ${from}`).to.deep.equal(
        [...last.values()].toSorted(),
      );
    }
  }
}

export function randomBlock(random: () => number, step: number, model: Model): MainBlockCommit {
  const last = model.chain.at(-1)?.block;
  const upTo = (limit: number) => Math.floor(random() * limit);
  const some = <T>(limit: number, make: (index: number) => T): T[] =>
    Array.from({ length: upTo(limit + 1) }, (_, index) => make(index));
  const writes = (kind: StateKind): SampleWrite[] => {
    const cells = new Set(some(CELLS, () => upTo(CELLS)));
    const state = model.state(kind);
    return [...cells].map((cell) => {
      const key = hashOf(`cell ${cell}`) + "01" + "00".repeat(upTo(3));
      const value = random() < 0.3 ? null : randomValue(random, step);
      // A block need not know what a cell held (PROTOCOL 8.5).
      const old = random() < 0.4 ? null : (state.get(padStateKey(key))?.value ?? null);
      return { key, value, old };
    });
  };
  const local = writes("local");
  return sampleMainBlock({
    height: (last?.height ?? 0) + 1,
    previous_blockhash: last?.blockhash ?? "",
    branch: `${step}`,
    transactions: some(5, () => [
      ...new Set([sampleAddress(upTo(ADDRESSES)), sampleAddress(upTo(ADDRESSES))]),
    ]),
    universal: writes("universal"),
    local,
    codeKeys: local
      .filter(({ value }) => value !== null)
      .slice(0, 2)
      .map(({ key }) => key),
  });
}

function randomValue(random: () => number, step: number): Value {
  return random() < 0.5 ? `${step}` : [BigInt(step), random()];
}
