import type { TransactionPool } from "../consensus/transaction-pool.js";
import type { SignatureVerifier } from "../ledger/signatures/signature-verifier.js";
import type { MainBlock } from "../records/main-block.js";
import type { SealEntry } from "../records/seal.js";
import type { SignedHash, SignedTransaction } from "../records/transaction.js";

/** Whether a transaction is known to be signed. */
export type IsVerified = (transaction: SignedTransaction) => boolean;

/** Signatures of small blocks that are worth handing to a thread together. */
const BATCH = 64;
/** Of a seal, more than it needs on any network: it may list what no validator has put there. */
const MAX_ENTRIES = 16;

/** Verifies the signatures of blocks while they wait for their turn. The pool's have been verified before. */
export class SignaturesAhead {
  readonly #verifier: SignatureVerifier;
  readonly #pool: TransactionPool;
  readonly #verdicts = new WeakMap<MainBlock, Promise<IsVerified>>();
  readonly #entries = new WeakSet<SealEntry>();

  constructor(verifier: SignatureVerifier, pool: TransactionPool) {
    this.#verifier = verifier;
    this.#pool = pool;
  }

  /** Begins with blocks that came together. */
  begin(blocks: readonly MainBlock[]): void {
    for (const batch of batchesOf(blocks)) {
      const verdict = this.#verify(batch);
      // Heard where the verdict is asked for.
      verdict.catch(() => undefined);
      for (const block of batch) this.#verdicts.set(block, verdict);
    }
  }

  /** Says which transactions are known to be signed; whoever checks the block looks at the others again. */
  async verdict(block: MainBlock): Promise<IsVerified> {
    return this.#verdicts.get(block) ?? (() => false);
  }

  /** The same of a seal's entry, once there is a verdict on its block. */
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

/** Blocks in their order, a few together; the first do not wait for the last. */
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
