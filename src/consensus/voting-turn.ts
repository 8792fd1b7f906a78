import type { ExecutedBlock } from "../ledger/execute-block.js";
import { KNOWN_ALLOWANCE } from "../ledger/execute-transactions.js";
import type { PreparedTransaction } from "../ledger/prepared-transaction.js";
import { MAX_BLOCK_TRANSACTIONS, REFRESH_INTERVAL_US } from "../records/limits.js";
import { floorToInterval } from "../records/round-time.js";
import type { MainBlockSummary } from "../store/store.js";
import { byHash, fitBlock, listCandidates, proposalCandidates, refreshInPool } from "./block-candidates.js";
import type { Hypothesis } from "../records/hypothesis.js";
import { chooseChunks, isFresh, type Chunks } from "./choose-chunks.js";
import { votesOf } from "./votes.js";
import { isCrowdedOut, type OpenRound, type RoundOptions } from "./open-round.js";

/**
 * A validator's turn while another one holds the newest slot (PROTOCOL 9.3, 9.4, 9.5, 9.6, 9.8): it proposes
 * transactions, votes on what the proposals give together, and seals the block when enough validators agree.
 */
export class VotingTurn {
  readonly #options: RoundOptions;
  readonly #round: OpenRound;
  /** The blockhash of the last tip with a candidate, and when the first one was there, µs. */
  #began = { tip: "", atUs: 0 };
  /** Hypotheses whose chunks give another block than they sign: their lists were changed, or are of another round. */
  readonly #refuted = new WeakSet<Hypothesis>();
  /** The blockhash of the last tip after which it voted for a block that ends early, and the first such round time, µs. */
  #early = { tip: "", roundTimeUs: 0 };

  constructor(options: RoundOptions, round: OpenRound) {
    this.#options = options;
    this.#round = round;
  }

  /** Returns the block if it made one. */
  async take(isEnding: boolean): Promise<MainBlockSummary | null> {
    const { ledger, signer } = this.#options;
    const roundTime = await this.#roundTime();
    if (ledger.tip.s_timestamp >= roundTime) return null;
    const slots = await this.#options.slots.at(roundTime);
    if (!slots.includes(signer.address) || slots.at(-1) === signer.address) return null;
    // Every node has had one interval to collect these: their floored timestamps are before the round time
    // (PROTOCOL 9.4).
    const candidatesOf = ledger.network.ruleSet.endsBlockEarly ? listCandidates : proposalCandidates;
    const candidates = await candidatesOf(this.#options, roundTime - 1);
    this.#noteBegin(candidates);
    if (candidates.length === 0 || (!isEnding && (await this.#isEarly(slots, roundTime)))) return null;

    await this.#propose(candidates, roundTime);
    await this.#vote(slots, roundTime);
    return this.#round.decidedAt === 0 ? null : this.#round.seal(slots);
  }

  /**
   * Notes when the round begins: with the first candidate, here or in a chunk. An empty chunk does not start the
   * round, or a validator could use up the time that the newest slot has for its block.
   */
  #noteBegin(candidates: readonly PreparedTransaction[]): void {
    const { ledger, book, clock } = this.#options;
    const tip = ledger.tip.blockhash;
    const isBegun =
      candidates.length > 0 || [...book.chunks.values()].some(({ transactions }) => transactions.length > 0);
    if (isBegun && this.#began.tip !== tip) this.#began = { tip, atUs: clock.nowUs() };
  }

  /**
   * The round time (PROTOCOL 9.3): that of the latest chunk, until it is too old and the round starts again. In rules 2
   * fresh chunks dated so or later must cover a part of the slots, so that few validators cannot push it
   * (PROTOCOL 16.1).
   */
  async #roundTime(): Promise<number> {
    const { ledger, clock, book, slots } = this.#options;
    const { constants, ruleSet } = ledger.network;
    const now = clock.nowUs();
    const earliest = Math.max(now - REFRESH_INTERVAL_US, ledger.tip.s_timestamp);
    const fresh = [...book.chunks].filter(([, { s_timestamp }]) => s_timestamp >= earliest);
    const dates = new Set(fresh.map(([, { s_timestamp }]) => s_timestamp));
    for (const date of [...dates].toSorted((left, right) => right - left)) {
      const signers = fresh.flatMap(([signer, { s_timestamp }]) => (s_timestamp >= date ? [signer] : []));
      const holders = await slots.at(date);
      if (ruleSet.setsRoundTime(votesOf(new Set(signers), holders), holders.length)) return date;
    }
    return floorToInterval(now, constants.main_chain_interval);
  }

  /** Whether transactions sent just before the round time may still arrive: after its block they would be too late. */
  async #isEarly(slots: readonly string[], roundTime: number): Promise<boolean> {
    const passed = this.#options.clock.nowUs() - roundTime;
    return passed >= 0 && passed < (await this.#round.graceUs(slots));
  }

  /** Publishes this validator's chunk (PROTOCOL 9.5): once a round, and again when it is too old. */
  async #propose(candidates: readonly PreparedTransaction[], roundTime: number): Promise<void> {
    const { book, signer, ledger } = this.#options;
    const round = this.#round;
    if (round.proposedAt === roundTime || isFresh(book.chunks.get(signer.address), roundTime)) return;
    const { block, refused } = await round.execute(candidates, roundTime, KNOWN_ALLOWANCE);
    if (block === null) {
      round.drop(refused);
      return;
    }
    round.proposedAt = roundTime;
    if (round.decidedAt === 0) round.block = block;
    const { previous_blockhash } = block.content;
    const crowdedOut = [...refused.keys()].filter((hash) => isCrowdedOut(hash, refused));
    const transactions = [
      ...block.content.transactions.map(({ hash }) => hash),
      ...(ledger.network.ruleSet.endsBlockEarly ? crowdedOut : []),
    ];
    const content = { previous_blockhash, s_timestamp: roundTime, transactions };
    const chunk = await round.timed("sign", () => signer.chunk(content));
    if (chunk !== null) book.putChunk(chunk);
  }

  /**
   * Whether the newest slot's block may still arrive. It is made at once and comes by sync; a faster quorum would make
   * a second block beside it. The others wait for one interval from the beginning of the round, whatever the round time
   * does meanwhile: a newest slot that only publishes a chunk every second must not stop the chain (PROTOCOL 15.1).
   */
  #isNewestAwaited(slots: readonly string[], roundTime: number): boolean {
    const { ledger, clock, book } = this.#options;
    const newest = slots.at(-1) ?? "";
    const hypothesis = book.latestHypotheses.get(newest);
    if (hypothesis?.s_timestamp === roundTime && !this.#refuted.has(hypothesis)) return false;
    const passed = clock.nowUs() - this.#began.atUs;
    return passed >= 0 && passed < ledger.network.constants.main_chain_interval;
  }

  /** Executes what the chunks list together and publishes a hypothesis on it (PROTOCOL 9.6, 9.8), once a round time. */
  async #vote(slots: readonly string[], roundTime: number): Promise<void> {
    const { book, signer } = this.#options;
    const round = this.#round;
    if (round.decidedAt === roundTime) return;
    const decided = await this.#decide(slots, roundTime);
    if (decided === null) return;
    const { block, listed } = decided;
    round.decide(block, roundTime);
    const { previous_blockhash, s_timestamp } = block.content;
    if (s_timestamp < roundTime && this.#early.tip !== previous_blockhash)
      this.#early = { tip: previous_blockhash, roundTimeUs: roundTime };
    // A validator does not repeat a hypothesis that still counts.
    if (book.votes.has(signer.address)) return;
    const chunks = new Map(Array.from(listed, ([address, { chunk_hash }]) => [address, chunk_hash]));
    const record = round.hypothesisRecord(block);
    const hypothesis = await round.timed("sign", () => signer.hypothesis(record, chunks));
    if (hypothesis !== null) book.putHypothesis(hypothesis);
  }

  /**
   * The block to vote for, and the chunks that give it. The list of chunks in a hypothesis is unsigned, so one that
   * gives another block than the signed one is joined no more (PROTOCOL 15.11). Each validator has one at most of this
   * time.
   */
  async #decide(
    slots: readonly string[],
    roundTime: number,
  ): Promise<{ readonly block: ExecutedBlock; readonly listed: Chunks } | null> {
    const { book, signer, ledger } = this.#options;
    const joinsEarlier = ledger.network.ruleSet.endsBlockEarly;
    const choice = {
      roundTimeUs: roundTime,
      validator: signer.address,
      joinsEarlier,
      refuted: this.#refuted,
    };
    for (;;) {
      if (this.#isNewestAwaited(slots, roundTime)) return null;
      const chosen = chooseChunks(book, slots, choice);
      if (chosen === null) return null;
      const { chunks: listed, joined } = chosen;
      const block = await this.#execute(listed, roundTime);
      const isAgreed = block !== null && this.#round.hypothesisHash(block) === joined?.hypothesis_hash;
      if (joined === null || isAgreed) return block === null ? null : { block, listed };
      this.#refuted.add(joined);
    }
  }

  /**
   * The block of listed transactions. Where not all fit one block and the rules end it early, it ends before the first
   * that does not fit, so that a later block can hold that one and those after it (PROTOCOL 16.9). When the first of
   * them do not fit within their interval, it ends with that interval and takes what fits.
   */
  async #execute(chunks: Chunks, roundTime: number): Promise<ExecutedBlock | null> {
    const { tip, network } = this.#options.ledger;
    const interval = network.constants.main_chain_interval;
    const listed = await this.#union(chunks, roundTime);
    const fitting = fitBlock(listed);
    const { block, refused } = await this.#round.execute(fitting, roundTime);
    if (!network.ruleSet.endsBlockEarly || this.#isDivided(roundTime)) return block;
    // A full chunk may leave out what is newer than its last transaction.
    const last = new Set(
      [...chunks.values()].map(({ transactions }) => transactions.toSorted()[MAX_BLOCK_TRANSACTIONS - 1]),
    );
    const next = listed.find(
      ({ transaction: { hash } }, index) =>
        index >= fitting.length || isCrowdedOut(hash, refused) || last.has(hash),
    );
    if (next === undefined) return block;
    const before = floorToInterval(next.transaction.timestamp - 1, interval);
    const isWhole =
      before > tip.s_timestamp && fitting.some(({ transaction }) => transaction.timestamp <= before);
    const end = isWhole ? before : before + interval;
    if (end >= roundTime) return block;
    const timely = fitting.filter(({ transaction }) => transaction.timestamp <= end);
    return (await this.#round.execute(timely, end)).block ?? block;
  }

  /**
   * Whether votes for a block that ends early did not seal it until the chunks were too old. Each validator votes for
   * one block of a date, so the votes of a later round are for the round time.
   */
  #isDivided(roundTime: number): boolean {
    const { tip, roundTimeUs } = this.#early;
    return tip === this.#options.ledger.tip.blockhash && roundTime - roundTimeUs >= REFRESH_INTERVAL_US;
  }

  /**
   * The transactions that the chunks list together (PROTOCOL 9.8), if the pool still holds them and a block of this time
   * may, the oldest first.
   */
  async #union(chunks: Chunks, roundTime: number): Promise<readonly PreparedTransaction[]> {
    const { pool } = this.#options;
    const hashes = new Set([...chunks.values()].flatMap(({ transactions }) => transactions));
    const listed = [...hashes].flatMap((hash) => pool.get(hash) ?? []);
    const timely = listed.filter(({ transaction }) => transaction.timestamp <= roundTime);
    return (await refreshInPool(this.#options, timely)).toSorted(byHash);
  }
}
