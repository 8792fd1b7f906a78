import { hashOf } from "../../src/codec/hash.js";
import { stateKeyOf } from "../../src/codec/state-key.js";
import type { MainBlockCommit, Store } from "../../src/store/store.js";
import { sampleAddress, sampleMainBlock } from "../support/sample-blocks.js";
import { createSeededRandom } from "../support/seeded-random.js";
import { openTempStore } from "../support/temp-store.js";
import { figureText, type Figure } from "./results.js";

/** Histories that are made in a minute. */
const ACCOUNTS = 8192;
const SIZES = "40000,80000";
const TRANSACTIONS = 2048;
/** Full blocks of the short history, after those that name all accounts. */
const SHORT = 4;
/** An even number: SQLite moves its log into the database about every second full block. */
const BLOCKS = 16;
const OWNER = "0".repeat(44);

/**
 * What storing a full block takes after a long history, and how many times as much as after a short one among as many
 * accounts: processor time, both in turn. `CHAINNODE_BENCH_ACCOUNTS` sets the accounts, and `CHAINNODE_BENCH_HISTORY` the
 * transactions before, ascending, as `1000000,10000000`.
 */
export async function bench(): Promise<Figure[]> {
  const accounts = Number(process.env["CHAINNODE_BENCH_ACCOUNTS"] ?? ACCOUNTS);
  const sizes = (process.env["CHAINNODE_BENCH_HISTORY"] ?? SIZES).split(",").map(Number);
  const [long, short] = [await openTempStore(), await openTempStore()];
  const figures: Figure[] = [];
  try {
    const [longer, shorter] = [new History(long.store, accounts), new History(short.store, accounts)];
    for (const history of [longer, shorter]) await history.begin();
    for (const at of sizes) {
      while (longer.transactions < at) await longer.commit();
      let [longUs, shortUs] = [0, 0];
      for (let block = 0; block < BLOCKS; block += 1) {
        longUs += await longer.commit();
        shortUs += await shorter.commit();
      }
      for (let block = 0; block < BLOCKS; block += 1) await shorter.undo();
      const measured: readonly Figure[] = [
        { name: "storing a full block", value: longUs / BLOCKS / 1000, unit: "ms", at },
        { name: "storing a full block, to a short history", value: longUs / shortUs, unit: "×", at },
      ];
      process.stderr.write(`${measured.map(figureText).join("\n")}\n`);
      figures.push(...measured);
    }
  } finally {
    await long.remove();
    await short.remove();
  }
  return figures;
}

/** Blocks of transfers between accounts that are drawn at random, the same ones every time. */
class History {
  transactions = 0;
  readonly #store: Store;
  readonly #accounts: number;
  readonly #random = createSeededRandom(1);
  readonly #keys: readonly string[];
  readonly #ends: { readonly height: number; readonly blockhash: string }[] = [{ height: 0, blockhash: "" }];

  constructor(store: Store, accounts: number) {
    this.#store = store;
    this.#accounts = accounts;
    const space = hashOf("space");
    this.#keys = Array.from(
      { length: accounts },
      (_, account) => stateKeyOf(OWNER, space, "balance", sampleAddress(account)) ?? "",
    );
  }

  /** Names every account, and makes a few more blocks. */
  async begin(): Promise<void> {
    for (let from = 0; from < this.#accounts; from += 2 * TRANSACTIONS)
      await this.#store.commitMainBlock(this.#next((index) => Math.min(from + index, this.#accounts - 1)));
    for (let block = 0; block < SHORT; block += 1) await this.commit();
  }

  /** Commits a full block; returns its processor time in µs. */
  async commit(): Promise<number> {
    const block = this.#next(() => Math.floor(this.#random() * this.#accounts));
    const start = process.cpuUsage();
    await this.#store.commitMainBlock(block);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  }

  async undo(): Promise<void> {
    const { height } = this.#ends.pop() ?? { height: 0 };
    await this.#store.undoMainBlock(height);
    this.transactions -= TRANSACTIONS;
  }

  #next(accountOf: (index: number) => number): MainBlockCommit {
    const last = this.#ends.at(-1);
    const height = (last?.height ?? 0) + 1;
    const accounts = new Set(Array.from({ length: 2 * TRANSACTIONS }, (_, index) => accountOf(index)));
    const named = [...accounts];
    const block = sampleMainBlock({
      height,
      previous_blockhash: last?.blockhash ?? "",
      transactions: Array.from({ length: TRANSACTIONS }, (_, index) =>
        [named[(2 * index) % named.length], named[(2 * index + 1) % named.length]].map((account = 0) =>
          sampleAddress(account),
        ),
      ),
      universal: named.map((account) => ({ key: this.#keys[account] ?? "", value: `${height}000000000000` })),
    });
    this.#ends.push({ height, blockhash: block.block.blockhash });
    this.transactions += TRANSACTIONS;
    return block;
  }
}
