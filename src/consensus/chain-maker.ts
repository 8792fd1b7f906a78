import { ChainError } from "../codec/chain-error.js";
import type { BlockExecution, ExecutedBlock } from "../ledger/execute-block.js";
import { KNOWN_ALLOWANCE, type WorkAllowance } from "../ledger/execute-transactions.js";
import type { Ledger } from "../ledger/ledger.js";
import type { PreparedTransaction } from "../ledger/prepared-transaction.js";
import { hypothesisHash } from "../records/hypothesis.js";
import { REFRESH_INTERVAL_US } from "../records/limits.js";
import { floorToInterval } from "../records/round-time.js";
import { assertSeal, createSeal, type Seal } from "../records/seal.js";
import type { MainBlockSummary } from "../store/store.js";
import { fitBlock, proposalCandidates, refreshInPool, type CandidateSource } from "./block-candidates.js";
import { chooseChunks, isFresh, type Chunks } from "./choose-chunks.js";
import { chooseSeal } from "./choose-seal.js";
import type { Clock } from "./clock.js";
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
  /** Told of each transaction that was accepted and comes into no block, and why. */
  readonly onDropped?: (hash: string, reason: string) => void;
}

export interface StepOptions {
  readonly isEnding?: boolean;
}

/** The reason of a transaction that came after a block which is as new as it. */
const TOO_LATE = "The chain is past its time. ";

/** A validator proposes this share of an interval after the round time. */
const GRACE_SHARE = 10;

/** How far this validator has come on the tips of both chains. The times are round times, 0 for none. */
interface Progress {
  readonly main: string;
  readonly resource: string;
  proposedAt: number;
  decidedAt: number;
  /** What it decided on, or proposed when it has not decided yet. */
  block: ExecutedBlock | null;
}

/**
 * The consensus round of PROTOCOL 9 for one to nine validators. What others say comes in through the book; what this
 * validator says goes out through it.
 */
export class ChainMaker {
  readonly #options: ChainMakerOptions;
  #progress: Progress = { main: "", resource: "", proposedAt: 0, decidedAt: 0, block: null };
  /** The last round time, and since when it is that, µs. */
  #current = { roundTime: 0, sinceUs: 0 };

  constructor(options: ChainMakerOptions) {
    this.#options = options;
  }

  /**
   * One turn of the round. Answers the block when it made one. A node that is ending takes no more transactions, so it
   * does not wait for those that may still arrive.
   */
  async step({ isEnding = false }: StepOptions = {}): Promise<MainBlockSummary | null> {
    const { ledger, pool, signer } = this.#options;
    const { tip } = ledger;
    for (const hash of pool.removeOlderThan(tip.s_timestamp)) this.#options.onDropped?.(hash, TOO_LATE);
    this.#beginRound();
    const roundTime = this.#roundTime();
    if (tip.s_timestamp >= roundTime || pool.size === 0) return null;
    const slots = await this.#options.slots.at(roundTime);
    if (!slots.includes(signer.address)) return null;
    // Everyone has had one interval to collect these: their timestamps, floored, lie before the round time.
    const { transactions, isFull } = await proposalCandidates(this.#candidatesOf(), roundTime - 1);
    const isClosed = isFull || isEnding || !this.#isEarly(roundTime);
    if (transactions.length === 0 || !isClosed) return null;

    await this.#propose(transactions, roundTime);
    await this.#decide(slots, roundTime);
    return this.#progress.decidedAt === 0 ? null : this.#seal(slots);
  }

  /** Whether this validator holds every slot now, so that no other one decides. */
  async isAlone(): Promise<boolean> {
    const { slots, clock, signer } = this.#options;
    const now = await slots.at(clock.nowUs());
    return now.length > 0 && now.every((address) => address === signer.address);
  }

  /** Forgets what was executed on other tips: the resource chain's decides who is paid. */
  #beginRound(): void {
    const { tip, resourceChain } = this.#options.ledger;
    const main = tip.blockhash;
    const resource = resourceChain.tip?.blockhash ?? "";
    if (this.#progress.main === main && this.#progress.resource === resource) return;
    this.#progress = { main, resource, proposedAt: 0, decidedAt: 0, block: null };
  }

  /** Step 2: the latest chunk's time, until it is so old that the round begins anew. */
  #roundTime(): number {
    const { ledger, clock, book } = this.#options;
    const now = clock.nowUs();
    const times = Array.from(book.chunks.values(), ({ s_timestamp }) => s_timestamp);
    const latest = Math.max(0, ...times);
    const isCurrent = latest >= Math.max(now - REFRESH_INTERVAL_US, ledger.tip.s_timestamp);
    return isCurrent ? latest : floorToInterval(now, ledger.network.constants.main_chain_interval);
  }

  /** Whether what was sent just before the round time may still be on its way; after its block it is too late. */
  #isEarly(roundTime: number): boolean {
    const { ledger, clock } = this.#options;
    const passed = clock.nowUs() - roundTime;
    return passed >= 0 && passed < ledger.network.constants.main_chain_interval / GRACE_SHARE;
  }

  /** Step 4: our chunk, once a round and again when it has become too old. */
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
   * Whether the newest slot's block may still be on its way: it is made at once and comes by sync, and a quorum that
   * were quicker would make another one beside it. Who has not heard the newest slot for an interval goes on without it.
   */
  #isNewestAwaited(slots: readonly string[], roundTime: number): boolean {
    const { ledger, clock, book, signer } = this.#options;
    const newest = slots.at(-1) ?? "";
    if (newest === signer.address || book.hypotheses.get(newest)?.s_timestamp === roundTime) return false;
    const nowUs = clock.nowUs();
    if (this.#current.roundTime !== roundTime) this.#current = { roundTime, sinceUs: nowUs };
    const passed = nowUs - this.#current.sinceUs;
    return passed >= 0 && passed < ledger.network.constants.main_chain_interval;
  }

  /** Step 5: what the chunks give together, and our hypothesis on it; once a round time. */
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
    // Whoever still holds what it said before does not say it again: its word counts on. But alone it seals only for a
    // time at which its signer has the newest slot.
    if (isSaid && (slots.at(-1) !== signer.address || said.s_timestamp === roundTime)) return;
    const chunks = new Map(Array.from(listed, ([address, { chunk_hash }]) => [address, chunk_hash]));
    const content = { previous_blockhash, s_timestamp: roundTime, chunks, transactionRoot };
    const hypothesis = await signer.hypothesis(content);
    if (hypothesis !== null) book.putHypothesis(hypothesis);
  }

  /** Step 6: commits the block when the hypotheses that are here seal it. */
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

  /** Executed alone they had passed; what was executed before them in the block has changed that. */
  #drop(refused: ExecutedBlock["refused"]): void {
    const { pool, onDropped } = this.#options;
    pool.remove(refused.keys());
    for (const [hash, { message }] of refused) onDropped?.(hash, message);
  }

  /** The same block at another round time; null when a transaction is too young for it. */
  async #at(block: ExecutedBlock, roundTime: number): Promise<ExecutedBlock | null> {
    if (block.passed.some(({ transaction }) => transaction.timestamp > roundTime)) return null;
    return (await this.#execute(block.passed, roundTime)).block;
  }

  /** The validators of the block's own time must take it (PROTOCOL 8): at the round time they may have been others. */
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

  /** Executes on the tip, unless it is what was executed last. */
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

  /** What the chunks list together, as far as it is still here and fits a block at this time. */
  async #union(chunks: Chunks, roundTime: number): Promise<readonly PreparedTransaction[]> {
    const { pool } = this.#options;
    const hashes = new Set([...chunks.values()].flatMap(({ transactions }) => transactions));
    const listed = [...hashes].flatMap((hash) => pool.get(hash) ?? []);
    const timely = listed.filter(({ transaction }) => transaction.timestamp <= roundTime);
    return fitBlock(await refreshInPool(this.#candidatesOf(), timely));
  }

  #candidatesOf(): CandidateSource {
    const { pool, ledger, onDropped } = this.#options;
    return { pool, ledger, ...(onDropped === undefined ? {} : { onDropped }) };
  }
}
