import type { TransactionPool } from "../consensus/transaction-pool.js";
import type { SignatureVerifier } from "../ledger/signatures/signature-verifier.js";
import type { MainBlock } from "../records/main-block.js";
import type { SignedTransaction } from "../records/transaction.js";

/** Whether a transaction is known to be signed. */
export type IsVerified = (transaction: SignedTransaction) => boolean;

const BATCH_TRANSACTIONS = 64;

/** Verifies the signatures of blocks while they wait for their turn. The pool's have been verified before. */
export class SignaturesAhead {
  readonly #verifier: SignatureVerifier;
  readonly #pool: TransactionPool;
  readonly #verdicts = new WeakMap<MainBlock, Promise<IsVerified>>();

  constructor(verifier: SignatureVerifier, pool: TransactionPool) {
    this.#verifier = verifier;
    this.#pool = pool;
  }

  /** Begins with blocks that came together. */
  begin(blocks: readonly MainBlock[]): void {
    for (const batch of batchesOf(blocks)) {
      const verdict = this.#verify(batch.flatMap(({ transactions }) => transactions));
      // Heard where the verdict is asked for.
      verdict.catch(() => undefined);
      for (const block of batch) this.#verdicts.set(block, verdict);
    }
  }

  /** Says which transactions are known to be signed; whoever checks the block looks at the others again. */
  async verdict(block: MainBlock): Promise<IsVerified> {
    return this.#verdicts.get(block) ?? (() => false);
  }

  async #verify(transactions: readonly SignedTransaction[]): Promise<IsVerified> {
    const unknown = transactions.filter((transaction) => !this.#isPooled(transaction));
    const verdicts = await this.#verifier.verify(unknown);
    const unsigned = new Set(unknown.filter((_, index) => verdicts[index] !== true));
    return (transaction) => !unsigned.has(transaction);
  }

  #isPooled({ hash, signature }: SignedTransaction): boolean {
    return this.#pool.get(hash)?.transaction.signature === signature;
  }
}

/** Blocks in their order, so many together that they are worth handing to a thread; the first do not wait for the last. */
function* batchesOf(blocks: readonly MainBlock[]): Generator<readonly MainBlock[], void, undefined> {
  let batch: MainBlock[] = [];
  let count = 0;
  for (const block of blocks) {
    batch.push(block);
    count += block.transactions.length;
    if (count < BATCH_TRANSACTIONS) continue;
    yield batch;
    batch = [];
    count = 0;
  }
  if (batch.length > 0) yield batch;
}
