import { addressOf } from "../codec/address.js";
import type { Ledger } from "../ledger/ledger.js";
import { assertChunkSigned, type Chunk } from "../records/chunk.js";
import { assertHypothesisSigned, type Hypothesis } from "../records/hypothesis.js";
import { assertRoundTime } from "../records/round-time.js";
import type { Clock } from "../base/clock/clock.js";
import { ConflictingStatements, type Conflict } from "./conflicting-statements.js";
import type { SlotsAt } from "../ledger/slots-at.js";
import type { TransactionPool } from "./transaction-pool.js";
import * as errors from "./errors.js";

/** The block that this validator decided on in the open round. */
export interface Decision {
  /** What a vote for it signs (PROTOCOL 9.8, 16.1). */
  readonly hypothesis_hash: string;
  /** The timestamp of its latest transaction, µs. No vote for it was signed at an earlier round time. */
  readonly earliestUs: number;
}

export interface RoundBookOptions {
  /** This node's own, with which it signs. */
  readonly address: string;
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
 * address, this node's included (PROTOCOL 9.1, 9.2, 9.10, 9.11), and the votes for the block that this validator
 * decided on (PROTOCOL 15.11). A new tip empties the book. Records of the future are refused as premature; the
 * collector offers them again when they are due (PROTOCOL 15.1).
 */
export class RoundBook {
  /** What validators stated twice in different words. */
  readonly conflicts = new ConflictingStatements();
  readonly #options: RoundBookOptions;
  #key = "";
  readonly #chunks = new Map<string, Chunk>();
  readonly #hypotheses = new Map<string, Hypothesis>();
  #decision: Decision | null = null;
  /** The hypotheses on the block of the decision. */
  readonly #votes = new Map<string, Hypothesis>();

  constructor(options: RoundBookOptions) {
    this.#options = options;
  }

  get chunks(): ReadonlyMap<string, Chunk> {
    return this.#due(this.#chunks);
  }

  /** Of each validator its vote for the block that this one decided on, else its latest. */
  get hypotheses(): ReadonlyMap<string, Hypothesis> {
    return new Map([...this.latestHypotheses, ...this.votes]);
  }

  /** By their dates. Those are unsigned in rules 1, and so are the lists of chunks: a peer may have changed them. */
  get latestHypotheses(): ReadonlyMap<string, Hypothesis> {
    return this.#due(this.#hypotheses);
  }

  /** The hypotheses on the block that this validator decided on. No other hypothesis displaces them (PROTOCOL 15.11). */
  get votes(): ReadonlyMap<string, Hypothesis> {
    return this.#due(this.#votes);
  }

  /** From now on hypotheses on this block are votes; none are when null. */
  decide(decision: Decision | null): void {
    this.#dropOtherRounds();
    this.#decision = decision;
    const known = [...this.#hypotheses, ...this.#votes];
    this.#votes.clear();
    for (const [signer, each] of known) if (this.#isVote(each)) this.#votes.set(signer, each);
  }

  /**
   * Takes a chunk that another node shows. Returns false when the book has one from its signer that is as new. Throws
   * `ROUND_CLOSED`, `ROUND_TIME`, `PREMATURE`, `NOT_A_VALIDATOR`, `CHUNK_INCOMPLETE` while a transaction is unknown, or
   * the error of its hash or signature.
   */
  async offerChunk(chunk: Chunk): Promise<boolean> {
    if (this.#options.isForeign?.(chunk) === true) return false;
    this.#assertOpen(chunk);
    if (!isNewer(this.chunks, chunk)) {
      this.#compare(CHUNKS, this.chunks, chunk);
      return false;
    }
    this.#assertTimely(chunk);
    this.#assertComplete(chunk);
    await this.#assertValidator(chunk);
    assertChunkSigned(chunk);
    return this.putChunk(chunk);
  }

  /**
   * Like `offerChunk`, for a hypothesis. A vote is taken also when a later hypothesis of its signer is held, and none of
   * this node's own key is: no other node knows its date. Throws `HYPOTHESIS_INCOMPLETE` while a listed chunk is
   * unknown, and `HYPOTHESIS_DATE`.
   */
  async offerHypothesis(hypothesis: Hypothesis): Promise<boolean> {
    const { hypothesis_hash, s_timestamp, public_key } = hypothesis;
    if (addressOf(public_key) === this.#options.address) return false;
    this.#assertOpen(hypothesis);
    if (!isNewer(this.latestHypotheses, hypothesis) && !this.#isNewVote(hypothesis)) {
      this.#compare(HYPOTHESES, this.latestHypotheses, hypothesis);
      return false;
    }
    this.#assertTimely(hypothesis);
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

  /** Like `putChunk`. */
  putHypothesis(hypothesis: Hypothesis): boolean {
    const isVote = this.#isNewVote(hypothesis);
    const isLatest = this.#put(this.latestHypotheses, this.#hypotheses, hypothesis);
    if (isVote) this.#votes.set(addressOf(hypothesis.public_key), hypothesis);
    return isVote || isLatest;
  }

  #put<T extends RoundRecord>(open: ReadonlyMap<string, T>, records: Map<string, T>, record: T): boolean {
    // The tip may have changed during the check.
    if (record.previous_blockhash !== this.#key || !isNewer(open, record)) return false;
    records.set(addressOf(record.public_key), record);
    return true;
  }

  /** Whether this is a vote of a signer that has none, or this node's own, which may vote again as the newest slot. */
  #isNewVote(hypothesis: Hypothesis): boolean {
    const signer = addressOf(hypothesis.public_key);
    const isCounted = this.votes.has(signer) && signer !== this.#options.address;
    return hypothesis.previous_blockhash === this.#key && this.#isVote(hypothesis) && !isCounted;
  }

  #isVote({ hypothesis_hash, s_timestamp }: Hypothesis): boolean {
    const decision = this.#decision;
    return decision?.hypothesis_hash === hypothesis_hash && s_timestamp >= decision.earliestUs;
  }

  #assertOpen({ previous_blockhash }: RoundRecord): void {
    this.#dropOtherRounds();
    if (previous_blockhash !== this.#key) throw errors.roundClosed();
  }

  #assertTimely({ s_timestamp }: RoundRecord): void {
    const { ledger, clock } = this.#options;
    assertRoundTime(s_timestamp, {
      tip: ledger.tip.s_timestamp,
      now: clock.nowUs(),
      interval: ledger.network.constants.main_chain_interval,
    });
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
    this.decide(null);
  }
}

function isNewer(open: ReadonlyMap<string, RoundRecord>, record: RoundRecord): boolean {
  const held = open.get(addressOf(record.public_key));
  return held === undefined || held.s_timestamp < record.s_timestamp;
}
