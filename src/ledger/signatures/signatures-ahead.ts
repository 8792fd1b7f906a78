import type { MainBlock } from "../../records/main-block.js";
import type { SealEntry } from "../../records/seal.js";
import type { SignedHash, SignedTransaction } from "../../records/transaction.js";
import type { SignatureVerifier } from "./signature-verifier.js";

/** Which signatures of a block are known to be valid. The check of the block verifies the others. */
export interface Verdict {
  readonly isVerified: (transaction: SignedTransaction) => boolean;
  readonly isEntryVerified: (entry: SealEntry) => boolean;
}

export interface SignatureVerdicts {
  of(block: MainBlock): Promise<Verdict>;
}

/** How many signatures of small blocks are verified in one call to a thread. */
const BATCH = 64;
/** How many entries of a seal are verified ahead: more than any network needs. A forged seal may list many more. */
const MAX_ENTRIES = 16;

const NOTHING_VERIFIED: Verdict = { isVerified: () => false, isEntryVerified: () => false };

/** Verifies the signatures of blocks while they wait for their turn. */
export class SignaturesAhead implements SignatureVerdicts {
  readonly #verifier: SignatureVerifier;
  readonly #isKnown: (transaction: SignedTransaction) => boolean;
  readonly #verdicts = new WeakMap<MainBlock, Promise<Verdict>>();

  /** @param isKnown whether a transaction's signature was verified before. Default: none was. */
  constructor(
    verifier: SignatureVerifier,
    isKnown: (transaction: SignedTransaction) => boolean = () => false,
  ) {
    this.#verifier = verifier;
    this.#isKnown = isKnown;
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

  async of(block: MainBlock): Promise<Verdict> {
    return this.#verdicts.get(block) ?? NOTHING_VERIFIED;
  }

  async #verify(blocks: readonly MainBlock[]): Promise<Verdict> {
    const transactions = blocks.flatMap((block) => block.transactions);
    const unknown = transactions.filter((transaction) => !this.#isKnown(transaction));
    const entries = blocks.flatMap(({ seal }) => [...seal.values()].slice(0, MAX_ENTRIES));
    const verdicts = await this.#verifier.verify([...entries.map(toSigned), ...unknown]);
    const sealing = new Set(entries.filter((_, index) => verdicts[index] === true));
    const unsigned = new Set(unknown.filter((_, index) => verdicts[entries.length + index] !== true));
    return {
      isVerified: (transaction) => !unsigned.has(transaction),
      isEntryVerified: (entry) => sealing.has(entry),
    };
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
