import { ChainError } from "../codec/chain-error.js";
import type { BlockExecution, ExecutedBlock } from "../ledger/execute-block.js";
import { WORK_LIMIT } from "../vm/machine.js";
import { KNOWN_ALLOWANCE, type WorkAllowance } from "../ledger/execute-transactions.js";
import type { Ledger } from "../ledger/ledger.js";
import type { PreparedTransaction } from "../ledger/prepared-transaction.js";
import { hypothesisHash } from "../records/hypothesis.js";
import { MAX_BLOCK_TRANSACTIONS, REFRESH_INTERVAL_US } from "../records/limits.js";
import { floorToInterval } from "../records/round-time.js";
import { assertSeal, createSeal, type Seal } from "../records/seal.js";
import type { MainBlockSummary } from "../store/store.js";
import { longestGrace, type ArrivalAges } from "./arrival-ages.js";
import { fitBlock, proposalCandidates, refreshInPool, type CandidateSource } from "./block-candidates.js";
import { chooseChunks, isFresh, type Chunks } from "./choose-chunks.js";
import { chooseSeal } from "./choose-seal.js";
import type { Clock } from "./clock.js";
import { chooseClosing, type Closing } from "./closing.js";
import type { Intervals } from "./intervals.js";
import type { RoundBook } from "./round-book.js";
import type { RoundSigner } from "./round-signer.js";
import type { SlotsAt } from "./slots-at.js";
import type { TransactionPool } from "./transaction-pool.js";

export interface ChainMakerOptions {
  readonly ledger: Ledger;
  readonly pool: TransactionPool;
  readonly clock: Clock;
  readonly book: RoundBook;
  readonly slots: SlotsAt;
  readonly signer: RoundSigner;
  readonly intervals: Intervals;
  readonly ages: ArrivalAges;
  /** Called for each accepted transaction that no block will hold, with the reason. */
  readonly onDropped?: (hash: string, reason: string) => void;
}

export interface StepOptions {
  readonly isEnding?: boolean;
}

/** The reason when a block is dated at or after the transaction and does not hold it. */
const TOO_LATE = "The chain is past its time. ";

/**
 * The newest slot closes its round before this part of an interval is over, because the other validators wait for it.
 */
const GRACE_DIVISOR_BESIDE_OTHERS = 2;
/** How often a turn chooses again because the pool changed while it chose. */
const MAX_CHOICES = 8;

/** The times for which this validator decides, µs. */
interface Office {
  /** The latest round time that this validator can seal alone by now. */
  readonly untilUs: number;
  /** How long it waits after a round time for transactions stamped before it. */
  readonly graceUs: number;
}

/** The validator's progress on the tips of both chains. The times are round times; 0 means none. */
interface Progress {
  readonly main: string;
  readonly resource: string;
  proposedAt: number;
  decidedAt: number;
  /** At this time and earlier it can sign no more, because it signed something else. */
  refusedAt: number;
  /** The block it decided on, or the one it proposed while it has not decided. */
  block: ExecutedBlock | null;
}

/**
 * The consensus round for one to nine validators (PROTOCOL 9.1, 9.2, 9.3, 9.4, 9.5, 9.6, 9.7, 9.8, 9.9). The records of
 * other validators arrive in the book, and this validator puts its own there. As the newest slot it decides alone and
 * closes its rounds over everything that was accepted (PROTOCOL 15.2, docs/adr/0014-accepted-means-committed.md).
 */
export class ChainMaker {
  readonly #options: ChainMakerOptions;
  #progress: Progress = { main: "", resource: "", proposedAt: 0, decidedAt: 0, refusedAt: 0, block: null };
  /** The last round time, and when it began to apply, µs. */
  #current = { roundTime: 0, sinceUs: 0 };

  constructor(options: ChainMakerOptions) {
    this.#options = options;
  }

  /**
   * One turn of the round (PROTOCOL 9.1, 9.2). Returns the block if it made one. A stopping node accepts no more
   * transactions, so it does not wait for late ones.
   */
  async step({ isEnding = false }: StepOptions = {}): Promise<MainBlockSummary | null> {
    const { ledger, pool } = this.#options;
    for (const hash of pool.removeOlderThan(ledger.tip.s_timestamp))
      this.#options.onDropped?.(hash, TOO_LATE);
    this.#beginRound();
    if (pool.size === 0) return null;
    const office = await this.#office();
    return office === null ? this.#takePart(isEnding) : this.#decideAlone(office, isEnding);
  }

  /** The times for which this validator decides now; null when it does not decide. */
  async #office(): Promise<Office | null> {
    const { ledger, clock, slots, signer } = this.#options;
    const untilUs = floorToInterval(clock.nowUs(), ledger.network.constants.main_chain_interval);
    const holders = await slots.at(untilUs);
    return holders.at(-1) === signer.address ? { untilUs, graceUs: this.#graceUs(holders) } : null;
  }

  /**
   * The turn of the newest slot (PROTOCOL 9.6): chooses a round time with all transactions up to it, and seals the
   * block.
   */
  async #decideAlone(office: Office, isEnding: boolean): Promise<MainBlockSummary | null> {
    const closed = await this.#close(office, isEnding);
    if (closed === null) return null;
    const { transactions, roundTime, slots } = closed;
    const progress = this.#progress;
    if (progress.decidedAt !== roundTime) {
      const { block, refused } = await this.#execute(transactions, roundTime, KNOWN_ALLOWANCE);
      if (block === null) {
        this.#drop(refused);
        return null;
      }
      if (!(await this.#state(block, slots))) {
        progress.refusedAt = roundTime;
        return null;
      }
      progress.decidedAt = roundTime;
      progress.block = block;
    }
    return this.#seal(slots);
  }

  /** Signs the newest slot's chunk and hypothesis. False when others were signed for this time. */
  async #state(block: ExecutedBlock, slots: readonly string[]): Promise<boolean> {
    const { book, signer } = this.#options;
    const { previous_blockhash, s_timestamp } = block.content;
    const transactions = block.content.transactions.map(({ hash }) => hash);
    const chunk = await signer.chunk({ previous_blockhash, s_timestamp, transactions });
    if (chunk === null) return false;
    book.putChunk(chunk);
    const chunks = new Map([[signer.address, chunk.chunk_hash]]);
    const listed = new Set(transactions);
    for (const [address, other] of book.chunks)
      if (
        slots.includes(address) &&
        isFresh(other, s_timestamp) &&
        other.transactions.every((hash) => listed.has(hash))
      )
        chunks.set(address, other.chunk_hash);
    const { transactionRoot } = block.hash;
    const hypothesis = await signer.hypothesis({ previous_blockhash, s_timestamp, chunks, transactionRoot });
    if (hypothesis !== null) book.putHypothesis(hypothesis);
    return hypothesis !== null;
  }

  /**
   * Chooses the transactions of the next block. From then on nothing is accepted for its time: a transaction that is
   * still being checked is either among them or refused (PROTOCOL 15.2).
   */
  async #close(
    office: Office,
    isEnding: boolean,
  ): Promise<(Closing & { readonly slots: readonly string[] }) | null> {
    const { ledger, slots, signer, intervals } = this.#options;
    let checked: { readonly roundTime: number; readonly slots: readonly string[] } = {
      roundTime: 0,
      slots: [],
    };
    let earliest = 0;
    for (let choice = 0; choice < MAX_CHOICES; choice += 1) {
      const closing = this.#choose(office, earliest, isEnding);
      if (closing === null) return null;
      const { roundTime, transactions } = closing;
      const isCurrent = transactions.every(({ generation }) => generation === ledger.registry.generation);
      if (isCurrent && checked.roundTime === roundTime) {
        intervals.close(ledger.tip, roundTime);
        return { ...closing, slots: checked.slots };
      }
      if (!isCurrent) await refreshInPool(this.#candidateSource(), transactions, WORK_LIMIT);
      checked = { roundTime, slots: await slots.at(roundTime) };
      // At the earlier time it was not the newest slot, so it can only seal a later one.
      if (checked.slots.at(-1) !== signer.address)
        earliest = roundTime + ledger.network.constants.main_chain_interval;
    }
    return null;
  }

  /** What this node's next block would hold; null while transactions stamped before its time may still arrive. */
  #choose({ untilUs, graceUs }: Office, earliest: number, isEnding: boolean): Closing | null {
    const { ledger, pool, clock } = this.#options;
    const interval = ledger.network.constants.main_chain_interval;
    const after = Math.max(ledger.tip.s_timestamp, this.#progress.refusedAt) + interval;
    const bounds = { earliestUs: Math.max(earliest, after), intervalUs: interval };
    const graced = Math.min(untilUs, floorToInterval(clock.nowUs() - graceUs, interval));
    const soonest = chooseClosing(pool.all(), { ...bounds, latestUs: untilUs });
    if (soonest === null || isEnding || soonest.roundTime <= graced) return soonest;
    // All places of this interval are taken, so nothing more can be accepted for it.
    if (soonest.ofLastInterval === MAX_BLOCK_TRANSACTIONS) return soonest;
    return chooseClosing(pool.all(), { ...bounds, latestUs: graced });
  }

  /**
   * How long to wait after a round time for transactions stamped before it. Beside other validators, at most as long as
   * they wait for the newest slot's block.
   */
  #graceUs(slots: readonly string[]): number {
    const { ledger, clock, ages } = this.#options;
    const interval = ledger.network.constants.main_chain_interval;
    const isAlone = new Set(slots).size === 1;
    return ages.graceUs(
      clock.nowUs(),
      isAlone ? longestGrace(interval) : interval / GRACE_DIVISOR_BESIDE_OTHERS,
    );
  }

  /** A validator's turn while another one holds the newest slot. */
  async #takePart(isEnding: boolean): Promise<MainBlockSummary | null> {
    const { ledger, signer } = this.#options;
    const roundTime = this.#roundTime();
    if (ledger.tip.s_timestamp >= roundTime) return null;
    const slots = await this.#options.slots.at(roundTime);
    if (!slots.includes(signer.address) || slots.at(-1) === signer.address) return null;
    // Every node has had one interval to collect these: their floored timestamps are before the round time
    // (PROTOCOL 9.4).
    const candidates = await proposalCandidates(this.#candidateSource(), roundTime - 1);
    if (candidates.length === 0 || (!isEnding && this.#isEarly(slots, roundTime))) return null;

    await this.#propose(candidates, roundTime);
    await this.#decide(slots, roundTime);
    return this.#progress.decidedAt === 0 ? null : this.#seal(slots);
  }

  /** Whether this validator holds every slot now, so that it alone decides. */
  async isAlone(): Promise<boolean> {
    const { slots, clock, signer } = this.#options;
    const now = await slots.at(clock.nowUs());
    return now.length > 0 && now.every((address) => address === signer.address);
  }

  /** Discards what was executed on other tips. The resource tip counts too, because it decides who is paid. */
  #beginRound(): void {
    const { tip, resourceChain } = this.#options.ledger;
    const main = tip.blockhash;
    const resource = resourceChain.tip?.blockhash ?? "";
    if (this.#progress.main === main && this.#progress.resource === resource) return;
    this.#progress = { main, resource, proposedAt: 0, decidedAt: 0, refusedAt: 0, block: null };
  }

  /** The round time (PROTOCOL 9.3): that of the latest chunk, until it is too old and the round starts again. */
  #roundTime(): number {
    const { ledger, clock, book } = this.#options;
    const now = clock.nowUs();
    const times = Array.from(book.chunks.values(), ({ s_timestamp }) => s_timestamp);
    const latest = Math.max(0, ...times);
    const isCurrent = latest >= Math.max(now - REFRESH_INTERVAL_US, ledger.tip.s_timestamp);
    return isCurrent ? latest : floorToInterval(now, ledger.network.constants.main_chain_interval);
  }

  /** Whether transactions sent just before the round time may still arrive: after its block they would be too late. */
  #isEarly(slots: readonly string[], roundTime: number): boolean {
    const passed = this.#options.clock.nowUs() - roundTime;
    return passed >= 0 && passed < this.#graceUs(slots);
  }

  /** Publishes this validator's chunk (PROTOCOL 9.5): once a round, and again when it is too old. */
  async #propose(candidates: readonly PreparedTransaction[], roundTime: number): Promise<void> {
    const { book, signer } = this.#options;
    const progress = this.#progress;
    if (progress.proposedAt === roundTime || isFresh(book.chunks.get(signer.address), roundTime)) return;
    const { block, refused } = await this.#execute(candidates, roundTime, KNOWN_ALLOWANCE);
    if (block === null) {
      this.#drop(refused);
      return;
    }
    progress.proposedAt = roundTime;
    if (progress.decidedAt === 0) progress.block = block;
    const { previous_blockhash } = block.content;
    const transactions = block.content.transactions.map(({ hash }) => hash);
    const chunk = await signer.chunk({ previous_blockhash, s_timestamp: roundTime, transactions });
    if (chunk !== null) book.putChunk(chunk);
  }

  /**
   * Whether the newest slot's block may still arrive. It is made at once and comes by sync; a faster quorum would make
   * a second block beside it. A validator that has not received anything of the newest slot for an interval stops
   * waiting.
   */
  #isNewestAwaited(slots: readonly string[], roundTime: number): boolean {
    const { ledger, clock, book } = this.#options;
    const newest = slots.at(-1) ?? "";
    if (book.hypotheses.get(newest)?.s_timestamp === roundTime) return false;
    const nowUs = clock.nowUs();
    if (this.#current.roundTime !== roundTime) this.#current = { roundTime, sinceUs: nowUs };
    const passed = nowUs - this.#current.sinceUs;
    return passed >= 0 && passed < ledger.network.constants.main_chain_interval;
  }

  /** Executes what the chunks list together and publishes a hypothesis on it (PROTOCOL 9.6, 9.8), once a round time. */
  async #decide(slots: readonly string[], roundTime: number): Promise<void> {
    const { book, signer } = this.#options;
    const progress = this.#progress;
    if (progress.decidedAt === roundTime) return;
    if (this.#isNewestAwaited(slots, roundTime)) return;
    const listed = chooseChunks(book, slots, roundTime, signer.address);
    if (listed === null) return;
    const { block } = await this.#execute(await this.#union(listed, roundTime), roundTime);
    if (block === null) return;
    progress.decidedAt = roundTime;
    progress.block = block;
    const { previous_blockhash } = block.content;
    const { transactionRoot } = block.hash;
    const said = book.hypotheses.get(signer.address);
    const isSaid = said?.hypothesis_hash === hypothesisHash(previous_blockhash, transactionRoot);
    // A validator does not repeat a hypothesis that still counts.
    if (isSaid) return;
    const chunks = new Map(Array.from(listed, ([address, { chunk_hash }]) => [address, chunk_hash]));
    const content = { previous_blockhash, s_timestamp: roundTime, chunks, transactionRoot };
    const hypothesis = await signer.hypothesis(content);
    if (hypothesis !== null) book.putHypothesis(hypothesis);
  }

  /** Commits the block when the known hypotheses seal it (PROTOCOL 9.9). */
  async #seal(slots: readonly string[]): Promise<MainBlockSummary | null> {
    const { ledger, pool, book } = this.#options;
    const decided = this.#progress.block;
    if (decided === null) return null;
    const { previous_blockhash } = decided.content;
    const hypotheses = chooseSeal(
      book.hypotheses,
      hypothesisHash(previous_blockhash, decided.hash.transactionRoot),
      slots,
    );
    if (hypotheses === null) return null;
    const sealedAt = Math.max(...hypotheses.map(({ s_timestamp }) => s_timestamp));
    const block = await this.#at(decided, sealedAt);
    const seal = createSeal(hypotheses);
    if (block === null || !(await this.#isSealed(block, seal))) return null;

    const summary = await ledger.commit(block, seal);
    this.#drop(block.refused);
    pool.remove(block.content.transactions.map(({ hash }) => hash));
    return summary;
  }

  /** Drops transactions that passed alone, but fail after the transactions that precede them in the block. */
  #drop(refused: ExecutedBlock["refused"]): void {
    const { pool, onDropped } = this.#options;
    pool.remove(refused.keys());
    for (const [hash, { message }] of refused) onDropped?.(hash, message);
  }

  /** The same block at another round time; null when one of its transactions is newer than that. */
  async #at(block: ExecutedBlock, roundTime: number): Promise<ExecutedBlock | null> {
    if (block.passed.some(({ transaction }) => transaction.timestamp > roundTime)) return null;
    return (await this.#execute(block.passed, roundTime)).block;
  }

  /**
   * Whether the validators at the block's own time accept the seal (PROTOCOL 8.11): at the round time they may have
   * been others.
   */
  async #isSealed({ content, hash }: ExecutedBlock, seal: Seal): Promise<boolean> {
    const slots = await this.#options.slots.at(content.s_timestamp);
    try {
      assertSeal(seal, { ...content, transactionRoot: hash.transactionRoot }, slots);
      return true;
    } catch (error) {
      if (error instanceof ChainError && error.code === "SEAL_INVALID") return false;
      throw error;
    }
  }

  /** Executes on the tip. Reuses the last execution if it is the same. */
  async #execute(
    transactions: readonly PreparedTransaction[],
    roundTime: number,
    allowance?: WorkAllowance,
  ): Promise<BlockExecution> {
    const known = this.#progress.block;
    const isKnown =
      known?.content.s_timestamp === roundTime &&
      known.passed.length === transactions.length &&
      known.passed.every(
        ({ transaction }, index) => transaction.hash === transactions[index]?.transaction.hash,
      );
    return isKnown
      ? { block: known, refused: known.refused }
      : this.#options.ledger.execute(transactions, roundTime, allowance);
  }

  /**
   * The transactions that the chunks list together (PROTOCOL 9.8), if the pool still holds them and they fit a block at
   * this time.
   */
  async #union(chunks: Chunks, roundTime: number): Promise<readonly PreparedTransaction[]> {
    const { pool } = this.#options;
    const hashes = new Set([...chunks.values()].flatMap(({ transactions }) => transactions));
    const listed = [...hashes].flatMap((hash) => pool.get(hash) ?? []);
    const timely = listed.filter(({ transaction }) => transaction.timestamp <= roundTime);
    return fitBlock(await refreshInPool(this.#candidateSource(), timely));
  }

  #candidateSource(): CandidateSource {
    const { pool, ledger, onDropped } = this.#options;
    return { pool, ledger, ...(onDropped === undefined ? {} : { onDropped }) };
  }
}
