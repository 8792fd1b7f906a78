import { ChainError, messageOf } from "../codec/chain-error.js";
import { objectToValue, type Value } from "../codec/value.js";
import type { RefusedSubmission } from "../node/submissions.js";

const MAX_KEPT = 100;
/** Larger ones are not kept, in bytes: the list fits in a few megabytes. */
const MAX_SIZE = 65_536;

/** The transactions that a node refused last, newest first, in memory alone. */
export class RefusedTransactions {
  #kept: readonly RefusedSubmission[] = [];

  note(refusal: RefusedSubmission): void {
    const { hash, size } = refusal.transaction;
    if (size > MAX_SIZE) return;
    const others = this.#kept.filter(({ transaction }) => transaction.hash !== hash);
    this.#kept = [refusal, ...others].slice(0, MAX_KEPT);
  }

  /** As data: the hash, the transaction, why it was refused, and the main block after which it was. */
  toData(): Value {
    return this.#kept.map(({ transaction: { hash, transaction }, error, height }) =>
      objectToValue({
        hash,
        transaction,
        reason: messageOf(error).trim(),
        code: error instanceof ChainError ? error.code : null,
        height: BigInt(height),
      }),
    );
  }
}
