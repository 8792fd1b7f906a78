import type { PoolMemory } from "../data/directory/pool-file.js";
import { messageOf } from "../codec/chain-error.js";
import type { TransactionPool } from "../consensus/transaction-pool.js";
import type { SignedTransaction } from "../records/transaction.js";
import type { Store } from "../store/store.js";
import type { Log } from "../base/log.js";

interface CarriedPoolOptions {
  readonly pool: TransactionPool;
  readonly store: Store;
  /** Without it, transactions that are pending when the node stops are dropped. */
  readonly memory: PoolMemory | undefined;
  readonly submit: (transaction: SignedTransaction) => Promise<void>;
  /** Called for each accepted transaction that is lost, with the reason. */
  readonly onDropped: (hash: string, reason: string) => void;
  readonly log: Log;
}

/** Transactions submitted at a time: few enough that none of them waits long. */
const OFFERED_TOGETHER = 64;

/** Carries accepted transactions from one run of the node to the next (PROTOCOL 15.2). */
export class CarriedPool {
  readonly #options: CarriedPoolOptions;

  constructor(options: CarriedPoolOptions) {
    this.#options = options;
  }

  /** Submits the transactions that the last run kept. */
  async restore(): Promise<void> {
    const { memory, log } = this.#options;
    if (memory === undefined) return;
    const kept = await memory.load((reason) =>
      log({ level: "warn", module: "node", message: `a stored transaction cannot be read: ${reason}` }),
    );
    if (kept.length === 0) return;
    for (let start = 0; start < kept.length; start += OFFERED_TOGETHER) {
      await Promise.all(kept.slice(start, start + OFFERED_TOGETHER).map((each) => this.#offer(each)));
    }
    await memory.save([]);
    this.#tell("stored transactions are submitted again", kept.length);
  }

  /** Keeps the transactions of the pool. Reports those that cannot be kept as dropped. */
  async save(): Promise<void> {
    const { pool, memory } = this.#options;
    const waiting = pool.withCopies().map(({ transaction }) => transaction);
    if (waiting.length === 0) return;
    try {
      if (memory === undefined) throw new Error("The node stopped, and it keeps no pool. ");
      await memory.save(waiting);
      this.#tell("waiting transactions are stored for the next start", waiting.length);
    } catch (error) {
      for (const { hash } of waiting) this.#options.onDropped(hash, messageOf(error));
    }
  }

  async #offer(transaction: SignedTransaction): Promise<void> {
    const { store, submit, onDropped } = this.#options;
    try {
      await submit(transaction);
    } catch (error) {
      const { hash } = transaction;
      // Another node may have included it in a block meanwhile.
      if (!(await store.knownTransactions([hash])).has(hash)) onDropped(hash, messageOf(error));
    }
  }

  #tell(message: string, transactions: number): void {
    this.#options.log({ level: "info", module: "node", message, fields: { transactions } });
  }
}
