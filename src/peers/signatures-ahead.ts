import type { TransactionPool } from "../consensus/transaction-pool.js";
import type { SignatureVerifier } from "../ledger/signatures/signature-verifier.js";
import type { MainBlock } from "../records/main-block.js";
import type { SignedTransaction } from "../records/transaction.js";

/** Whether a transaction is known to be signed. */
export type IsVerified = (transaction: SignedTransaction) => boolean;

/** Verifies the signatures of blocks while they wait for their turn. The pool's have been verified before. */
export class SignaturesAhead {
  readonly #verifier: SignatureVerifier;
  readonly #pool: TransactionPool;
  readonly #verdicts = new WeakMap<MainBlock, Promise<IsVerified>>();

  constructor(verifier: SignatureVerifier, pool: TransactionPool) {
    this.#verifier = verifier;
    this.#pool = pool;
  }

  /** Begins with a block. */
  begin(block: MainBlock): void {
    const verdict = this.#verify(block);
    // Heard where the verdict is asked for.
    verdict.catch(() => undefined);
    this.#verdicts.set(block, verdict);
  }

  /** Says which transactions are known to be signed; whoever checks the block looks at the others again. */
  async verdict(block: MainBlock): Promise<IsVerified> {
    return this.#verdicts.get(block) ?? (() => false);
  }

  async #verify({ transactions }: MainBlock): Promise<IsVerified> {
    const unknown = transactions.filter((transaction) => !this.#isPooled(transaction));
    const verdicts = await this.#verifier.verify(unknown);
    const unsigned = new Set(unknown.filter((_, index) => verdicts[index] !== true));
    return (transaction) => !unsigned.has(transaction);
  }

  #isPooled({ hash, signature }: SignedTransaction): boolean {
    return this.#pool.get(hash)?.transaction.signature === signature;
  }
}
