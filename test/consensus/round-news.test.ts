import { expect } from "chai";
import type { ReceiptRound } from "../../src/consensus/receipt-round.js";
import type { ReceiptBook } from "../../src/consensus/receipt-book.js";
import type { RoundBook } from "../../src/consensus/round-book.js";
import { RoundNews, timeHashId } from "../../src/consensus/round-news.js";
import { TransactionPool } from "../../src/consensus/transaction-pool.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import type { PreparedTransaction } from "../../src/ledger/prepared-transaction.js";
import { VirtualClock } from "../../src/base/clock/virtual-clock.js";
import { createChunk, type Chunk } from "../../src/records/chunk.js";
import { heapBytes } from "../support/heap-bytes.js";
import { testKey } from "../support/keys.js";

const [OWN, OTHER] = [testKey("own"), testKey("other")];
const SECOND = 1_000_000;

describe("The news of a round (PROTOCOL 15.15)", () => {
  let clock: VirtualClock;
  let pool: TransactionPool;
  let chunks: Map<string, Chunk>;
  let tip: string;
  let news: RoundNews;

  beforeEach(() => {
    clock = new VirtualClock(1_800_000_000 * SECOND);
    pool = new TransactionPool();
    chunks = new Map();
    tip = "a".repeat(78);
    const ledger = {
      committed: null,
      network: { constants: { main_chain_interval: SECOND } },
      resourceChain: { tip: null },
      get tip() {
        return { blockhash: tip };
      },
    } as unknown as Ledger;
    news = new RoundNews({
      address: OWN.address,
      ledger,
      pool,
      book: { chunks, hypotheses: new Map() } as unknown as RoundBook,
      receipts: { ofRound: () => new Map() } as unknown as ReceiptBook,
      receiptRound: { tip: { height: 1, blockhash: "a" } } as ReceiptRound,
      clock,
    });
    news.look();
  });

  function add(number: number): string {
    const hash = "0".repeat(14) + String(number).repeat(64);
    const transaction = { hash, text: `"${number}"`, size: 1, public_key: "", timestamp: number };
    pool.add({ transaction } as unknown as PreparedTransaction);
    return hash;
  }
  function state(key: typeof OWN): void {
    const previous_blockhash = "0".repeat(78);
    chunks.set(
      key.address,
      createChunk({ previous_blockhash, transactions: [], s_timestamp: SECOND }, key.privateKey),
    );
  }
  /** Waits after the present cursor. Returns whether the wait has ended. */
  function waiting(forUs = 2 * SECOND, signal?: AbortSignal): () => Promise<boolean> {
    let isOver = false;
    void news.wait(news.since("").cursor, forUs, signal).then(() => (isOver = true));
    return async () => {
      await Promise.resolve();
      return isOver;
    };
  }

  it("keep no text of transactions that have left the pool, nor show them", () => {
    const before = heapBytes();
    for (let number = 0; number < 1000; number += 1) {
      const hash = "0".repeat(14) + number.toString(16).padStart(64, "0");
      const transaction = { hash, text: "x".repeat(20_000) + number, size: 1, public_key: "", timestamp: 1 };
      pool.add({ transaction } as unknown as PreparedTransaction);
      pool.discard(transaction);
      expect(news.find(timeHashId(hash))).to.equal(undefined);
    }
    expect(heapBytes() - before).to.be.below(2_000_000);
    expect(news.since("").items).to.deep.equal([]);
  });

  it("tell each record once to one who names the last cursor", () => {
    const first = add(1);
    const told = news.since("");
    expect(told.items.map(({ id }) => id)).to.deep.equal([timeHashId(first)]);
    const second = add(2);
    expect(news.since(told.cursor).items.map(({ key }) => key)).to.deep.equal([second]);
    expect(news.since("another process-1").items.length).to.equal(2);
  });

  it("tell no transaction that has left the pool, but remember that it was here", () => {
    const hash = add(1);
    pool.remove([hash]);
    expect(news.since("").items).to.deep.equal([]);
    expect(news.has(timeHashId(hash))).to.equal(true);
    expect(news.find(timeHashId(hash))).to.equal(undefined);
  });

  it("tell chunks of the same transactions apart by their signers", () => {
    state(OWN);
    state(OTHER);
    news.look();
    const { items } = news.since("");
    expect(items.map(({ isOwn }) => isOwn)).to.deep.equal([true, false]);
    expect(new Set(items.map(({ id }) => id)).size).to.equal(2);
  });

  it("end a wait at once for a block and for an own statement", async () => {
    const forBlock = waiting();
    tip = "b".repeat(78);
    news.look();
    expect(await forBlock()).to.equal(true);
    const forChunk = waiting();
    state(OWN);
    news.look();
    expect(await forChunk()).to.equal(true);
  });

  it("end a wait for other records after a quarter of an interval", async () => {
    const isOver = waiting();
    add(1);
    state(OTHER);
    news.look();
    expect(await isOver()).to.equal(false);
    await clock.advance(SECOND / 4);
    news.look();
    expect(await isOver()).to.equal(true);
  });

  it("end a wait when its time is over, when the asker leaves, and when the node stops", async () => {
    const [timed, stopped] = [waiting(), waiting(10 * SECOND)];
    const asker = new AbortController();
    const left = waiting(10 * SECOND, asker.signal);
    asker.abort();
    expect(await left()).to.equal(true);
    await clock.advance(2 * SECOND);
    expect([await timed(), await stopped()]).to.deep.equal([true, false]);
    news.close();
    expect(await stopped()).to.equal(true);
  });
});
