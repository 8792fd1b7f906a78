import type { TransactionPool } from "../../consensus/transaction-pool.js";
import type { SignatureVerifier } from "../../ledger/signatures/signature-verifier.js";
import type { MainBlock } from "../../records/main-block.js";
import type { SealEntry } from "../../records/seal.js";
import type { SignedHash, SignedTransaction } from "../../records/transaction.js";

/** Whether a transaction's signature is known to be valid. */
export type IsVerified = (transaction: SignedTransaction) => boolean;

/** How many signatures of small blocks are verified in one call to a thread. */
const BATCH = 64;
/** How many entries of a seal are verified ahead: more than any network needs. A forged seal may list many more. */
const MAX_ENTRIES = 16;

/** Verifies the signatures of blocks while they wait for their turn. Transactions of the pool are verified already. */
export class SignaturesAhead {
  readonly #verifier: SignatureVerifier;
  readonly #pool: TransactionPool;
  readonly #verdicts = new WeakMap<MainBlock, Promise<IsVerified>>();
  readonly #entries = new WeakSet<SealEntry>();

  constructor(verifier: SignatureVerifier, pool: TransactionPool) {
    this.#verifier = verifier;
    this.#pool = pool;
  }

  /** Starts on blocks that arrived together. */
  begin(blocks: readonly MainBlock[]): void {
    for (const batch of batchesOf(blocks)) {
      const verdict = this.#verify(batch);
      // Handled where the verdict is awaited.
      verdict.catch(() => undefined);
      for (const block of batch) this.#verdicts.set(block, verdict);
    }
  }

  /** Resolves to a test for valid signatures. The check of the block verifies the others again. */
  async verdict(block: MainBlock): Promise<IsVerified> {
    return this.#verdicts.get(block) ?? (() => false);
  }

  /** The same for a seal entry, once there is a verdict on its block. */
  isEntryVerified(entry: SealEntry): boolean {
    return this.#entries.has(entry);
  }

  async #verify(blocks: readonly MainBlock[]): Promise<IsVerified> {
    const transactions = blocks.flatMap((block) => block.transactions);
    const unknown = transactions.filter((transaction) => !this.#isPooled(transaction));
    const entries = blocks.flatMap(({ seal }) => [...seal.values()].slice(0, MAX_ENTRIES));
    const verdicts = await this.#verifier.verify([...entries.map(toSigned), ...unknown]);
    const areSigned = verdicts.slice(entries.length);
    for (const [index, entry] of entries.entries()) if (verdicts[index] === true) this.#entries.add(entry);
    const unsigned = new Set(unknown.filter((_, index) => areSigned[index] !== true));
    return (transaction) => !unsigned.has(transaction);
  }

  #isPooled({ hash, signature }: SignedTransaction): boolean {
    return this.#pool.get(hash)?.transaction.signature === signature;
  }
}

/** Groups blocks in their order, so that the first do not wait for the last. */
function* batchesOf(blocks: readonly MainBlock[]): Generator<readonly MainBlock[], void, undefined> {
  let batch: MainBlock[] = [];
  let count = 0;
  for (const block of blocks) {
    batch.push(block);
    count += block.transactions.length + Math.min(block.seal.size, MAX_ENTRIES);
    if (count < BATCH) continue;
    yield batch;
    batch = [];
    count = 0;
  }
  if (batch.length > 0) yield batch;
}

function toSigned({ hypothesis_hash, public_key, signature }: SealEntry): SignedHash {
  return { hash: hypothesis_hash, public_key, signature };
}
