import { LRUCache } from "lru-cache";
import type { Client } from "../client/index.js";
import { isRefusal } from "../codec/chain-error.js";
import type { SignedTransaction } from "../records/transaction.js";

interface SentTransaction {
  readonly transaction: SignedTransaction;
  /** The node's refusal, null when it was accepted. */
  readonly refusal: string | null;
}

const MOST = 1000;

/** The last transactions that this console sent. The chain does not keep those that it refused. */
export class SentTransactions {
  readonly #sent = new LRUCache<string, SentTransaction>({ max: MOST });

  get(hash: string): SentTransaction | null {
    return this.#sent.peek(hash) ?? null;
  }

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
  }
}
