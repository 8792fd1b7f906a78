import type { Client } from "../client/index.js";
import { isRefusal } from "../codec/chain-error.js";
import type { SignedTransaction } from "../records/transaction.js";

export interface SentTransaction {
  readonly transaction: SignedTransaction;
  /** What the node refused it with, null when it took it. */
  readonly refusal: string | null;
}

const MOST = 1000;

/** The last transactions that this console sent: a chain keeps nothing of those that it did not take. */
export class SentTransactions {
  readonly #sent = new Map<string, SentTransaction>();

  get(hash: string): SentTransaction | null {
    return this.#sent.get(hash) ?? null;
  }

  /** The client; what goes through it is remembered. */
  watch(client: Client): Client {
    return {
      ...client,
      sendTransaction: async (transaction) => {
        try {
          const hash = await client.sendTransaction(transaction);
          this.#note({ transaction, refusal: null });
          return hash;
        } catch (error) {
          if (isRefusal(error)) this.#note({ transaction, refusal: error.message });
          throw error;
        }
      },
    };
  }

  #note(sent: SentTransaction): void {
    this.#sent.set(sent.transaction.hash, sent);
    for (const oldest of this.#sent.keys()) {
      if (this.#sent.size <= MOST) return;
      this.#sent.delete(oldest);
    }
  }
}
