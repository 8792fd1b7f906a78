import { addressOf } from "../codec/address.js";
import type { Ledger } from "../ledger/ledger.js";
import { assertChunkSigned, type Chunk } from "../records/chunk.js";
import { assertHypothesisSigned, type Hypothesis } from "../records/hypothesis.js";
import { assertRoundTime } from "../records/round-time.js";
import type { Clock } from "./clock.js";
import { ConflictingStatements, type Conflict } from "./conflicting-statements.js";
import type { SlotsAt } from "./slots-at.js";
import type { TransactionPool } from "./transaction-pool.js";
import * as errors from "./errors.js";

export interface RoundBookOptions {
  readonly ledger: Ledger;
  readonly pool: TransactionPool;
  readonly clock: Clock;
  readonly slots: SlotsAt;
  /** Whether another process signed a chunk with this validator's key. Such a chunk is not taken. */
  readonly isForeign?: (chunk: Chunk) => boolean;
  /** Called when a validator contradicts itself. */
  readonly onConflict?: (conflict: Conflict) => void;
}

/** How statements of a kind are told apart and verified. */
interface SignedKind<T> {
  readonly kind: Conflict["kind"];
  readonly hashOf: (record: T) => string;
  readonly assertSigned: (record: T) => void;
}

const CHUNKS: SignedKind<Chunk> = {
  kind: "chunk",
  hashOf: ({ chunk_hash }) => chunk_hash,
  assertSigned: assertChunkSigned,
};
const HYPOTHESES: SignedKind<Hypothesis> = {
  kind: "hypothesis",
  hashOf: ({ hypothesis_hash }) => hypothesis_hash,
  assertSigned: assertHypothesisSigned,
};

type RoundRecord = Pick<Chunk, "previous_blockhash" | "s_timestamp" | "public_key">;

/**
 * The chunks and hypotheses of the open round, whose key is the tip's blockhash: the latest of each validator by
 * address, this node's included (PROTOCOL 9.1, 9.2, 9.10, 9.11). A new tip empties the book. Records of the future are
 * refused as premature; the collector offers them again when they are due (PROTOCOL 15.1).
 */
export class RoundBook {
  /** What validators stated twice in different words. */
  readonly conflicts = new ConflictingStatements();
  readonly #options: RoundBookOptions;
  #key = "";
  readonly #chunks = new Map<string, Chunk>();
  readonly #hypotheses = new Map<string, Hypothesis>();

  constructor(options: RoundBookOptions) {
    this.#options = options;
  }

  get chunks(): ReadonlyMap<string, Chunk> {
    return this.#due(this.#chunks);
  }

  get hypotheses(): ReadonlyMap<string, Hypothesis> {
    return this.#due(this.#hypotheses);
  }

  /**
   * Takes a chunk that another node shows. Returns false when the book has one from its signer that is as new. Throws
   * `ROUND_CLOSED`, `ROUND_TIME`, `PREMATURE`, `NOT_A_VALIDATOR`, `CHUNK_INCOMPLETE` while a transaction is unknown, or
   * the error of its hash or signature.
   */
  async offerChunk(chunk: Chunk): Promise<boolean> {
    if (this.#options.isForeign?.(chunk) === true) return false;
    if (!this.#isNews(this.chunks, chunk)) {
      this.#compare(CHUNKS, this.chunks, chunk);
      return false;
    }
    this.#assertComplete(chunk);
    await this.#assertValidator(chunk);
    assertChunkSigned(chunk);
    return this.putChunk(chunk);
  }

  /**
   * Like `offerChunk`, for a hypothesis. Throws `HYPOTHESIS_INCOMPLETE` while a listed chunk is unknown, and
   * `HYPOTHESIS_DATE`.
   */
  async offerHypothesis(hypothesis: Hypothesis): Promise<boolean> {
    if (!this.#isNews(this.hypotheses, hypothesis)) {
      this.#compare(HYPOTHESES, this.hypotheses, hypothesis);
      return false;
    }
    const { hypothesis_hash, s_timestamp } = hypothesis;
    // Its signature does not cover its date: a relay could date it again.
    if (!this.#options.ledger.network.ruleSet.isHypothesisDated(hypothesis_hash, s_timestamp))
      throw errors.hypothesisDate();
    for (const [signer, hash] of hypothesis.chunks) {
      if (this.chunks.get(signer)?.chunk_hash === hash) continue;
      throw errors.hypothesisIncomplete();
    }
    await this.#assertValidator(hypothesis);
    assertHypothesisSigned(hypothesis);
    return this.putHypothesis(hypothesis);
  }

  /**
   * Takes a chunk without checking it. Returns false when the book has one that is as new, or when it belongs to
   * another round.
   */
  putChunk(chunk: Chunk): boolean {
    return this.#put(this.chunks, this.#chunks, chunk);
  }

  putHypothesis(hypothesis: Hypothesis): boolean {
    return this.#put(this.hypotheses, this.#hypotheses, hypothesis);
  }

  #put<T extends RoundRecord>(open: ReadonlyMap<string, T>, records: Map<string, T>, record: T): boolean {
    // The tip may have changed during the check.
    if (record.previous_blockhash !== this.#key || !isNewer(open, record)) return false;
    records.set(addressOf(record.public_key), record);
    return true;
  }

  /**
   * Throws unless the record belongs to the open round and its time. Returns false when the book has one from its
   * signer that is as new.
   */
  #isNews<T extends RoundRecord>(open: ReadonlyMap<string, T>, record: T): boolean {
    if (record.previous_blockhash !== this.#key) throw errors.roundClosed();
    if (!isNewer(open, record)) return false;
    const { ledger, clock } = this.#options;
    assertRoundTime(record.s_timestamp, {
      tip: ledger.tip.s_timestamp,
      now: clock.nowUs(),
      interval: ledger.network.constants.main_chain_interval,
    });
    return true;
  }

  /** Notes a second statement of a validator for one time that says something else (PROTOCOL 15.5). */
  #compare<T extends RoundRecord>(
    { kind, hashOf, assertSigned }: SignedKind<T>,
    open: ReadonlyMap<string, T>,
    record: T,
  ): void {
    const signer = addressOf(record.public_key);
    const held = open.get(signer);
    const { previous_blockhash, s_timestamp } = record;
    if (held?.s_timestamp !== s_timestamp || hashOf(held) === hashOf(record)) return;
    const place = { kind, signer, previous_blockhash, s_timestamp };
    if (this.conflicts.has(place)) return;
    assertSigned(record);
    const conflict: Conflict = { ...place, hashes: [hashOf(held), hashOf(record)] };
    this.conflicts.note(conflict);
    this.#options.onConflict?.(conflict);
  }

  #assertComplete({ transactions }: Chunk): void {
    const { pool } = this.#options;
    if (transactions.every((hash) => pool.get(hash) !== undefined)) return;
    throw errors.chunkIncomplete();
  }

  async #assertValidator({ public_key, s_timestamp }: RoundRecord): Promise<void> {
    const slots = await this.#options.slots.at(s_timestamp);
    if (slots.includes(addressOf(public_key))) return;
    throw errors.notAValidator();
  }

  /** Without the records of the future: there are some after the clock was set back (PROTOCOL 15.1). */
  #due<T extends RoundRecord>(records: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
    this.#dropOtherRounds();
    const nowUs = this.#options.clock.nowUs();
    const due = [...records].filter(([, { s_timestamp }]) => s_timestamp <= nowUs);
    return due.length === records.size ? records : new Map(due);
  }

  #dropOtherRounds(): void {
    const key = this.#options.ledger.tip.blockhash;
    if (key === this.#key) return;
    this.#key = key;
    this.#chunks.clear();
    this.#hypotheses.clear();
  }
}

function isNewer(open: ReadonlyMap<string, RoundRecord>, record: RoundRecord): boolean {
  const held = open.get(addressOf(record.public_key));
  return held === undefined || held.s_timestamp < record.s_timestamp;
}
