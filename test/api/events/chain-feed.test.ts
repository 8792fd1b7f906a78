import { expect } from "chai";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { VirtualClock } from "../../../src/base/clock/virtual-clock.js";
import { FIXED_HEIGHT_NOTE } from "../../../src/ledger/fixed-height.js";
import { ChainFeed } from "../../../src/api/events/chain-feed.js";
import { EventHub, MAX_UNWANTED_READS } from "../../../src/api/events/event-hub.js";
import { watchedStore } from "../../../src/store/decorated.js";
import { FIRST_PLACE, idToPlace } from "../../../src/records/event-place.js";
import { openSqliteStore } from "../../../src/store/sqlite/open.js";
import type {
  MainBlockCommit,
  MainBlockSummary,
  Store,
  StoredResourceBlock,
} from "../../../src/store/store.js";
import { EventReader, readFrames, type ReceivedEvent } from "../../support/event-reader.js";
import { sampleAddress, sampleMainBlock, sampleResourceBlock } from "../../support/sample-blocks.js";
import { createSeededRandom, randomRuns, seeded } from "../../support/seeded-random.js";
import { makeTempDirectory } from "../../support/temp-store.js";

/** A chain that grows, forks and restarts at random, and readers that come and go beside it. */
class RandomChain {
  readonly #file: string;
  readonly #random: () => number;
  #store: Store | null = null;
  #hub: EventHub | null = null;
  /** Distinguishes blocks of one height. */
  #branch = 0;

  constructor(file: string, random: () => number) {
    this.#file = file;
    this.#random = random;
  }

  get store(): Store {
    return this.#store ?? expect.fail("closed");
  }

  heights = { main: 0, resource: 0 };

  get hub(): EventHub {
    return this.#hub ?? expect.fail("closed");
  }

  async open(): Promise<void> {
    const store = await openSqliteStore({ file: this.#file, isDisposable: true });
    const feed = new ChainFeed(store);
    this.#store = watchedStore(store, () => feed.noteChange());
    this.#hub = new EventHub(feed);
  }

  async close(): Promise<void> {
    this.hub.close();
    await this.store.close();
  }

  async step(): Promise<void> {
    const die = this.#random();
    if (die < 0.55) await this.#commitMain();
    else if (die < 0.7) await this.#commitResource();
    else if (die < 0.8) await this.#fix();
    else if (die < 0.93) await this.#fork(1 + Math.floor(this.#random() * 6));
    else await this.#commitTogether();
    const [main, resource] = [
      await this.store.mainBlockSummary("last"),
      await this.store.resourceBlock("last"),
    ];
    this.heights = { main: main?.height ?? 0, resource: resource?.height ?? 0 };
  }

  async #next(last: MainBlockSummary | null) {
    this.#branch += 1;
    const count = Math.floor(this.#random() * this.#random() * 200);
    return sampleMainBlock({
      height: (last?.height ?? 0) + 1,
      previous_blockhash: last?.blockhash ?? "",
      branch: String(this.#branch),
      transactions: Array.from({ length: count }, (_, index) => [sampleAddress(index)]),
    });
  }

  async #commitMain(): Promise<void> {
    await this.store.commitMainBlock(await this.#next(await this.store.mainBlockSummary("last")));
  }

  async #nextResource(main: MainBlockSummary | null): Promise<StoredResourceBlock> {
    const last = await this.store.resourceBlock("last");
    this.#branch += 1;
    return {
      ...sampleResourceBlock((last?.height ?? 0) + 1, last?.blockhash ?? ""),
      blockhash: this.#branch.toString(16).padStart(78, "c"),
      main_height: main?.height ?? 0,
      main_blockhash: main?.blockhash ?? "",
    };
  }

  async #commitResource(): Promise<void> {
    await this.store.commitResourceBlock(await this.#nextResource(await this.store.mainBlockSummary("last")));
  }

  /** Both chains in one transaction of the database, as sync does. */
  async #commitTogether(): Promise<void> {
    const last = await this.store.mainBlockSummary("last");
    const first = await this.#next(last);
    const second = await this.#next(first.block);
    await this.store.commitBatch({
      main: [first, second],
      resource: [await this.#nextResource(first.block)],
    });
  }

  /** Fixes all but the last resource blocks. */
  async #fix(): Promise<void> {
    const last = await this.store.resourceBlock("last");
    const fixed = Math.max(await this.#fixed(), (last?.height ?? 0) - 4);
    await this.store.writeMeta(FIXED_HEIGHT_NOTE, String(fixed));
  }

  async #fixed(): Promise<number> {
    return Number((await this.store.readMeta(FIXED_HEIGHT_NOTE)) ?? "0");
  }

  /** Undoes as many main blocks as may be undone, with the resource blocks that name them. */
  async #fork(count: number): Promise<void> {
    const fixed = await this.#fixed();
    const fixedMain = (await this.store.resourceBlock({ height: fixed }))?.main_height ?? 0;
    for (let undone = 0; undone < count; undone += 1) {
      const main = await this.store.mainBlockSummary("last");
      if (main === null || main.height <= fixedMain) return;
      for (;;) {
        const resource = await this.store.resourceBlock("last");
        if (resource === null || resource.main_height < main.height || resource.height <= fixed) break;
        await this.store.undoResourceBlock(resource.height);
      }
      await this.store.undoMainBlock(main.height);
    }
  }
}

/** A reader that connects, reads for a while, disconnects in the middle, and connects again with its last id. */
async function readOn(
  reader: EventReader,
  chain: RandomChain,
  { random, isOver }: { readonly random: () => number; readonly isOver: () => boolean },
): Promise<void> {
  while (!isOver()) {
    const place = idToPlace(reader.id ?? "");
    const end = new AbortController();
    let frames = 1 + Math.floor(random() * 30);
    for await (const text of chain.hub.stream({ after: place, types: null }, end.signal)) {
      reader.take(text);
      frames -= 1;
      if (frames === 0) break;
      if (random() < 0.2) await setImmediate();
    }
    end.abort();
    await setImmediate();
  }
}

describe("the events of the chains (docs/events.md)", () => {
  let directory: string;
  beforeEach(async () => {
    directory = await makeTempDirectory();
  });
  afterEach(() => rm(directory, { recursive: true }));

  it(
    seeded("make every reader's chains equal to the node's, across forks, restarts and disconnections"),
    async () => {
      const random = createSeededRandom();
      for (let run = 0; run < randomRuns(1); run += 1) {
        const chain = new RandomChain(join(directory, `chain-${run}.sqlite`), random);
        await chain.open();
        const readers = Array.from({ length: 4 }, () => new EventReader());
        let isOver = false;
        for (let restarts = 0; restarts < 3; restarts += 1) {
          const isOutOfTime = (): boolean => isOver;
          isOver = false;
          const reading = readers.map((reader) => readOn(reader, chain, { random, isOver: isOutOfTime }));
          for (let steps = 0; steps < 40; steps += 1) {
            await chain.step();
            if (random() < 0.5) await setImmediate();
          }
          isOver = true;
          await chain.close();
          await Promise.all(reading);
          await chain.open();
        }
        for (const reader of readers) {
          await catchUp(reader, chain);
          await reader.expectChains(chain.store);
        }
        const undone = readers.reduce((sum, { counts }) => sum + (counts.get("undone") ?? 0), 0);
        expect(undone, "blocks were undone").to.be.greaterThan(10);
        expect(readers.every(({ counts }) => !counts.has("reset"))).to.equal(true);
        await chain.close();
      }
    },
  );

  describe("are read from the store", () => {
    const BLOCKS = 40;
    const MANY = 2100;
    let store: Store;
    let reads: { count: number; underWay: number; most: number };
    let feed: ChainFeed;
    let blocks: readonly MainBlockCommit[];
    let clock: VirtualClock;
    /** How long each read takes. */
    let readUs: number;
    beforeEach(async () => {
      store = await openSqliteStore({ file: join(directory, "chain.sqlite"), isDisposable: true });
      blocks = chainOf(BLOCKS);
      await store.commitBatch({ main: blocks, resource: [] });
      reads = { count: 0, underWay: 0, most: 0 };
      clock = new VirtualClock(0);
      readUs = 0;
      const watched: Pick<Store, "snapshot"> = {
        async snapshot(body) {
          reads.count += 1;
          reads.underWay += 1;
          reads.most = Math.max(reads.most, reads.underWay);
          try {
            return await store.snapshot(body);
          } finally {
            await clock.advance(readUs);
            reads.underWay -= 1;
          }
        },
      };
      feed = new ChainFeed(watched, clock);
    });
    afterEach(() => store.close());

    it("for one place of the past after the other, beside one of the present, however many readers there are", async () => {
      const { resource, fixed, transactions } = FIRST_PLACE;
      const places = blocks.map(({ block: main }) => ({ main, resource, fixed, transactions }));
      await Promise.all([feed.end(), ...places.map((place) => feed.next(place, null))]);
      expect(reads).to.deep.equal({ count: BLOCKS + 1, underWay: 0, most: 2 });
    });

    it("once for all readers of a block that is new, whatever they want, also after blocks were undone", async () => {
      await feed.end();
      for (let undone = 0; undone < 3; undone += 1) await store.undoMainBlock(BLOCKS - undone);
      feed.noteChange();
      const place = await feed.end();
      const before = blocks.at(-5)?.block ?? expect.fail("no blocks");
      reads.count = 0;
      const filters = Array.from({ length: 10 }, (_, index) => ({ address: sampleAddress(index) }));
      const told = await Promise.all(filters.map((wanted) => feed.next({ ...place, main: before }, wanted)));
      expect(reads.count).to.equal(1);
      for (const { events } of told)
        expect(events.map(({ type }) => type)).to.deep.equal(["main_block", "transaction"]);
    });

    it("once for all readers at a place, whatever they say was fixed for them", async () => {
      const read = Array.from({ length: 10 }, (_, fixed) => feed.next({ ...FIRST_PLACE, fixed }, {}));
      const told = await Promise.all(read);
      expect(reads.count).to.equal(1);
      for (const [fixed, { events }] of told.entries())
        expect(events.map(({ place }) => place.fixed)).to.deep.equal(events.map(() => fixed));
    });

    it("with a rest that is as long as the reads", async () => {
      readUs = 40_000;
      const first = await feed.next(FIRST_PLACE, null);
      expect(first.events).to.have.length(BLOCKS);
      const next = feed.next(FIRST_PLACE, {});
      const pass = async (us: number): Promise<number> => {
        for (let turn = 0; turn < 10; turn += 1) await setImmediate();
        await clock.advance(us);
        return reads.count;
      };
      expect(await pass(39_999)).to.equal(1);
      expect(await pass(1)).to.equal(1);
      expect((await next).events).to.have.length(2 * BLOCKS);
      expect(reads.count).to.equal(2);
    });

    it("without the transactions of others, for a reader of one address, hash or space", async () => {
      let records = 0;
      const counting = new ChainFeed(
        {
          snapshot: (body) =>
            store.snapshot((moment) =>
              body({
                ...moment,
                async transactionsBetween(asked) {
                  const found = await moment.transactionsBetween(asked);
                  records += found.length;
                  return found;
                },
              }),
            ),
        },
        clock,
      );
      const own = await store.snapshot((moment) => moment.mainBlockSummary("last"));
      const mine = sampleMainBlock({
        height: BLOCKS + 1,
        previous_blockhash: own?.blockhash ?? "",
        transactions: [[sampleAddress(0)], [sampleAddress(7)], [sampleAddress(0)]],
      });
      await store.commitMainBlock(mine);
      const hash = mine.transactions[1]?.hash;
      for (const wanted of [{ address: sampleAddress(7) }, { hash }, { cid: sampleAddress(7) }]) {
        records = 0;
        const { events, place } = await counting.next(FIRST_PLACE, wanted);
        expect(records).to.equal(1);
        expect(events.map(({ type }) => type)).to.deep.equal([
          ...Array.from({ length: BLOCKS + 1 }, () => "main_block"),
          "transaction",
        ]);
        expect(events.at(-1)?.transaction?.hash).to.equal(hash);
        // One transaction of the block stands behind it, which this reader does not want.
        expect(place.transactions).to.equal(1);
        const { events: others } = await counting.next(place, wanted);
        expect(others.map(({ transaction }) => transaction?.hash)).to.deep.equal([
          mine.transactions[2]?.hash,
        ]);
      }
    });

    it("a few times ahead of a reader that wants none of them", async () => {
      const branch = chainOf(MANY).slice(BLOCKS);
      await store.commitBatch({ main: branch, resource: [] });
      const query = { after: FIRST_PLACE, types: new Set(["transaction"] as const), hash: "0".repeat(78) };
      const end = new AbortController();
      const frames = new EventHub(feed).stream(query, end.signal);
      await frames.next();
      expect(reads.count).to.equal(0);
      for (let told = 0; told < 2; told += 1) {
        const [moved, ...others] = readFrames((await frames.next()).value ?? "");
        expect(others).to.deep.equal([]);
        expect(moved).to.include({ type: null, data: null });
        expect(idToPlace(moved?.id ?? "")?.main.height).to.equal((told + 1) * MAX_UNWANTED_READS * 64);
        await setImmediate();
        expect(reads).to.deep.equal({ count: (told + 1) * MAX_UNWANTED_READS, underWay: 0, most: 1 });
      }
      end.abort();
      await frames.return();
    });
  });

  describe("after an id that is not of this chain", () => {
    let chain: RandomChain;
    beforeEach(async () => {
      chain = new RandomChain(join(directory, "chain.sqlite"), createSeededRandom());
      await chain.open();
      while (Number(await chain.store.readMeta(FIXED_HEIGHT_NOTE)) < 2) await chain.step();
    });
    afterEach(() => chain.close());

    async function firstAfter(id: string): Promise<readonly ReceivedEvent[]> {
      const frames = chain.hub.stream({ after: idToPlace(id), types: new Set(["fixed"]) });
      await frames.next();
      const { value } = await frames.next();
      await frames.return();
      return readFrames(value ?? "");
    }

    it("begin with a reset to blocks that were fixed there and are here", async () => {
      const fixed = Number(await chain.store.readMeta(FIXED_HEIGHT_NOTE));
      const block = await chain.store.resourceBlock({ height: fixed - 1 });
      const unknown = `${chain.heights.main + 1}-${"f".repeat(78)}`;
      const ahead = `${chain.heights.resource + 1}-${"e".repeat(78)}`;
      const [event] = await firstAfter(`${unknown}.${ahead}.${fixed - 1}.0`);
      expect(event?.type).to.equal("reset");
      expect(event?.data).to.deep.equal({
        resource_height: fixed - 1,
        resource_blockhash: block?.blockhash,
        main_height: block?.main_height,
        main_blockhash: block?.main_blockhash,
      });
      const [other] = await firstAfter(`${unknown}.${ahead}.${fixed + 100}.0`);
      expect(other?.data).to.include({ resource_height: fixed });
    });

    it("begin with a reset to the first block when nothing was fixed", async () => {
      const [event] = await firstAfter(`7-${"f".repeat(78)}.0-.0.0`);
      expect(event?.type).to.equal("reset");
      expect(event?.data).to.include({ resource_height: 0, main_height: 0, main_blockhash: "" });
      expect(event?.id).to.equal("0-.0-.0.0");
    });
  });
});

/** Main blocks from the first on, with one transaction each. */
function chainOf(count: number): readonly MainBlockCommit[] {
  const blocks: MainBlockCommit[] = [];
  for (let height = 1; height <= count; height += 1)
    blocks.push(
      sampleMainBlock({
        height,
        previous_blockhash: blocks.at(-1)?.block.blockhash ?? "",
        branch: "a",
        transactions: [[sampleAddress(0)]],
      }),
    );
  return blocks;
}

/** Reads until the reader is at the end of the chain. */
async function catchUp(reader: EventReader, chain: RandomChain): Promise<void> {
  const end = new AbortController();
  const place = idToPlace(reader.id ?? "");
  for await (const text of chain.hub.stream({ after: place, types: null }, end.signal)) {
    reader.take(text);
    if (await reader.isAtEndOf(chain.store)) break;
  }
  end.abort();
}
