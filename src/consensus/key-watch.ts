import { addressOf } from "../codec/address.js";
import { merkleRoot, timeHashToTime } from "../codec/hash.js";
import { assertChunkSigned, type Chunk } from "../records/chunk.js";
import type { MainBlock } from "../records/main-block.js";
import type { RuleSet } from "../records/rules.js";
import { isEntrySigned } from "../records/seal.js";
import type { ReadableNotes, Signing } from "./signing-memory.js";

/** A signature of the validator's key. */
export interface Sighting extends Omit<Signing, "s_timestamp"> {
  /** The time, µs, after which it was made. */
  readonly afterUs: number;
}

export interface KeyWatchOptions {
  /** The validator's address. */
  readonly address: string;
  readonly notes: ReadableNotes;
  readonly rules: RuleSet;
  /** Whether other nodes may sign with the key, one at a time. Their chunks are taken as those of any validator. */
  readonly isShared?: boolean;
  /** Called with each signature that this process did not make. */
  readonly onForeign: (sighting: Sighting) => void;
}

/**
 * Detects that another process signs with this validator's key, as after a data directory was copied: it makes
 * signatures that this one did not note. A chunk proves it, because its hash covers round key and time, and so does the
 * seal of a block. A hypothesis alone does not: without its block, anyone can show it under another round key.
 */
export class KeyWatch {
  readonly #options: KeyWatchOptions;
  /** What is dated up to then proves nothing, µs. */
  #ignoredUpTo = 0;

  constructor(options: KeyWatchOptions) {
    this.#options = options;
  }

  /** Ignores signatures dated up to a time: the process that made them has ended. */
  ignoreUpTo(us: number): void {
    this.#ignoredUpTo = us;
  }

  /** Whether another process signed this chunk, and must not have. Throws `CHUNK_HASH` or `CHUNK_SIGNATURE` when the key did not. */
  isForeign(chunk: Chunk): boolean {
    const { address, notes, isShared = false, onForeign } = this.#options;
    if (addressOf(chunk.public_key) !== address) return false;
    const { previous_blockhash, chunk_hash: hash, s_timestamp } = chunk;
    if (s_timestamp <= this.#ignoredUpTo) return false;
    const signing = { kind: "chunk", previous_blockhash, hash } as const;
    if (!notes.isForeign(signing, s_timestamp)) return false;
    assertChunkSigned(chunk);
    onForeign({ ...signing, afterUs: s_timestamp });
    return !isShared;
  }

  /** Looks at the seal of a block that another node made. */
  lookAt({ seal, previous_blockhash, blockhash, transactions }: MainBlock): void {
    const { address, notes, rules, onForeign } = this.#options;
    const entry = seal.get(address);
    if (entry === undefined) return;
    // The key signed it after the block before, which has a date of its own.
    const afterUs = timeHashToTime(previous_blockhash);
    if (afterUs <= this.#ignoredUpTo) return;
    const { hypothesis_hash: hash } = entry;
    const signing = { kind: "hypothesis", previous_blockhash, hash } as const;
    if (!notes.isForeign(signing, afterUs)) return;
    // Nothing covers the seal: a relay may have added an entry of another round.
    const transactionRoot = merkleRoot(transactions.map((transaction) => transaction.hash).toSorted());
    const isOfBlock = hash === rules.hypothesisHash({ previous_blockhash, transactionRoot, blockhash });
    if (isOfBlock && addressOf(entry.public_key) === address && isEntrySigned(entry))
      onForeign({ ...signing, afterUs });
  }
}
