import type { ExecutedBlock } from "../ledger/execute-block.js";
import { KNOWN_ALLOWANCE } from "../ledger/execute-transactions.js";
import { MAX_BLOCK_TRANSACTIONS } from "../records/limits.js";
import type { MainBlockSummary } from "../store/store.js";
import { floorToInterval } from "../records/round-time.js";
import { refreshInPool, byHash, fillBlock } from "./block-candidates.js";
import { longestGrace } from "./arrival-ages.js";
import {
  blockRoom,
  addLoads,
  BLOCK_ROOM,
  fitsInto,
  loadOf,
  NO_LOAD,
  roomOf,
  type Load,
} from "./block-room.js";
import { isFresh } from "./choose-chunks.js";
import { isInstant } from "./instant.js";
import { type Intervals, intervalEnd } from "./interval.js";
import type { OpenRound, RoundOptions } from "./open-round.js";
import type { PreparedTransaction } from "../ledger/prepared-transaction.js";

/** The bounds of a round time, µs. All are multiples of the interval. */
interface ClosingBounds {
  /** The earliest that can be sealed: at least one interval after the tip. */
  readonly earliestUs: number;
  readonly latestUs: number;
  readonly intervalUs: number;
  /** From this one on, the first that all transactions fit is sealed; default: the latest. */
  readonly soonestUs?: number;
  /** What one block may hold; default: that of rules 1. */
  readonly room?: Load;
}

/** A round time and the transactions of its block. */
export interface Closing {
  readonly roundTime: number;
  /** In ascending order of hash. */
  readonly transactions: readonly PreparedTransaction[];
  /** How many of them belong to the round time's own interval. */
  readonly ofLastInterval: number;
}

interface Group {
  readonly endUs: number;
  readonly transactions: PreparedTransaction[];
  load: Load;
}

/**
 * The latest round time up to which everything in the pool fits one block (PROTOCOL 15.2), with all those transactions.
 * A deciding node thus leaves nothing out, and catches up interval by interval. Null when no transaction waits.
 *
 * Transactions accepted while this node did not decide, or whose work has grown since, may exceed any such block. Then
 * the earliest block takes what fits.
 */
export function chooseClosing(pool: Iterable<PreparedTransaction>, bounds: ClosingBounds): Closing | null {
  const { earliestUs, latestUs, intervalUs, soonestUs = latestUs, room = BLOCK_ROOM } = bounds;
  if (latestUs < earliestUs) return null;
  const groups = groupByInterval(pool, bounds);
  if (groups.length === 0) return null;
  const fitting = fittingGroups(groups, room);
  const next = groups[fitting.length];
  const last = fitting.at(-1);
  const neededUs = Math.min(latestUs, Math.max(soonestUs, earliestUs, last?.endUs ?? 0));
  const roundTime = next === undefined ? neededUs : next.endUs - intervalUs;
  if (last !== undefined && roundTime >= earliestUs) {
    const transactions = fitting.flatMap((group) => group.transactions).toSorted(byHash);
    return {
      roundTime,
      transactions,
      ofLastInterval: last.endUs === roundTime ? last.transactions.length : 0,
    };
  }
  const overfullUs = Math.max(earliestUs, groups[0]?.endUs ?? earliestUs);
  const crowd = groups.filter(({ endUs }) => endUs <= overfullUs);
  return { roundTime: overfullUs, transactions: fitCrowd(crowd, room), ofLastInterval: 0 };
}

function groupByInterval(
  pool: Iterable<PreparedTransaction>,
  { latestUs, intervalUs }: ClosingBounds,
): readonly Group[] {
  const groups = new Map<number, Group>();
  for (const prepared of pool) {
    const endUs = intervalEnd(prepared.transaction.timestamp, intervalUs);
    if (endUs > latestUs) continue;
    const group = groups.get(endUs) ?? { endUs, transactions: [], load: NO_LOAD };
    group.transactions.push(prepared);
    group.load = addLoads(group.load, loadOf(prepared));
    groups.set(endUs, group);
  }
  return [...groups.values()].toSorted((left, right) => left.endUs - right.endUs);
}

/** The first groups that together fit a block. */
function fittingGroups(groups: readonly Group[], room: Load): readonly Group[] {
  let load = NO_LOAD;
  const end = groups.findIndex((group) => {
    load = addLoads(load, group.load);
    return !fitsInto(load, room);
  });
  return end < 0 ? groups : groups.slice(0, end);
}

/**
 * The transactions of an overfull block that fit. Newer intervals come first, because they kept to their places. Within
 * an interval the ones with the least work come first, so that a few large ones cannot displace all others.
 */
function fitCrowd(groups: readonly Group[], room: Load): readonly PreparedTransaction[] {
  const inOrder = groups
    .toReversed()
    .flatMap(({ transactions }) =>
      transactions.toSorted((left, right) => roomOf(left) - roomOf(right) || byHash(left, right)),
    );
  return fillBlock(inOrder, room).toSorted(byHash);
}

export interface DecidingOptions extends RoundOptions {
  readonly intervals: Intervals;
  /** The earliest timestamp among the transactions that are being checked, µs; infinite while none is. */
  readonly checkedUs?: () => number;
}

/** The times for which this validator decides, µs. */
export interface DecidingTimes {
  /** The latest round time that this validator can seal alone by now. */
  readonly untilUs: number;
  /** How long it waits after a round time for transactions stamped before it. */
  readonly graceUs: number;
}

interface ClosedRound extends Closing {
  /** The validator slots at the round time. */
  readonly slots: readonly string[];
}

/** How often a turn chooses again because the pool changed while it chose. */
const MAX_CHOICES = 8;

/**
 * The turn of the newest slot, which decides alone (PROTOCOL 9.6): it chooses a round time with all transactions up to
 * it, and seals the block (PROTOCOL 15.2, docs/adr/0014-accepted-means-committed.md).
 */
export class DecidingTurn {
  readonly #options: DecidingOptions;
  readonly #round: OpenRound;
  /** Since when the block after a tip may be delayed, µs. */
  #delayed: { readonly tip: MainBlockSummary | null; readonly sinceUs: number } = { tip: null, sinceUs: 0 };

  constructor(options: DecidingOptions, round: OpenRound) {
    this.#options = options;
    this.#round = round;
  }

  /** The times for which this validator decides now; null when it does not decide. */
  async times(): Promise<DecidingTimes | null> {
    const { ledger, clock, slots, signer } = this.#options;
    const untilUs = floorToInterval(clock.nowUs(), ledger.network.constants.main_chain_interval);
    const holders = await slots.at(untilUs);
    return holders.at(-1) === signer.address
      ? { untilUs, graceUs: await this.#round.graceUs(holders) }
      : null;
  }

  /** Returns the block if it made one. */
  async take(times: DecidingTimes, isEnding: boolean): Promise<MainBlockSummary | null> {
    const closed = await this.#close(times, isEnding);
    if (closed === null) return null;
    const { transactions, roundTime, slots } = closed;
    const round = this.#round;
    if (round.decidedAt !== roundTime) {
      const { block, refused } = await round.execute(transactions, roundTime, KNOWN_ALLOWANCE);
      if (block === null) {
        round.drop(refused);
        return null;
      }
      if (!(await round.timed("sign", () => this.#sign(block, slots)))) {
        round.refusedAt = roundTime;
        return null;
      }
      round.decide(block, roundTime);
    }
    return round.seal(slots);
  }

  /** Signs the newest slot's chunk and hypothesis. False when others were signed for this time. */
  async #sign(block: ExecutedBlock, slots: readonly string[]): Promise<boolean> {
    const { book, signer } = this.#options;
    const { previous_blockhash, s_timestamp } = block.content;
    const transactions = block.content.transactions.map(({ hash }) => hash);
    const chunks = new Map<string, string>();
    const listed = new Set(transactions);
    for (const [address, other] of book.chunks)
      if (
        address !== signer.address &&
        slots.includes(address) &&
        isFresh(other, s_timestamp) &&
        other.transactions.every((hash) => listed.has(hash))
      )
        chunks.set(address, other.chunk_hash);
    const content = { previous_blockhash, s_timestamp, transactions };
    const signed = await signer.decide(content, this.#round.hypothesisRecord(block), chunks);
    if (signed === null) return false;
    book.putChunk(signed.chunk);
    book.putHypothesis(signed.hypothesis);
    return true;
  }

  /**
   * Chooses the transactions of the next block. From then on nothing is accepted for its time: a transaction that is
   * still being checked is either among them or refused (PROTOCOL 15.2).
   */
  async #close(times: DecidingTimes, isEnding: boolean): Promise<ClosedRound | null> {
    const { ledger, pool, clock, slots, signer, intervals, ages } = this.#options;
    let checked = { roundTime: 0, slots: [] as readonly string[] };
    let earliest = 0;
    for (let choice = 0; choice < MAX_CHOICES; choice += 1) {
      const closing = this.#choose(times, earliest, isEnding);
      if (closing === null) return null;
      const { roundTime, transactions } = closing;
      const isCurrent = transactions.every(({ generation }) => generation === ledger.registry.generation);
      if (isCurrent && checked.roundTime === roundTime) {
        intervals.close(ledger.tip, roundTime);
        if (transactions.length === pool.size) ages.close(clock.nowUs());
        return { ...closing, slots: checked.slots };
      }
      if (!isCurrent) await refreshInPool(this.#options, transactions, ledger.network.workLimits.proposal);
      checked = { roundTime, slots: await slots.at(roundTime) };
      // At the earlier time it was not the newest slot, so it can only seal a later one.
      if (checked.slots.at(-1) !== signer.address)
        earliest = roundTime + ledger.network.constants.main_chain_interval;
    }
    return null;
  }

  /** What this node's next block would hold; null while transactions stamped before its time may still arrive. */
  #choose({ untilUs, graceUs }: DecidingTimes, earliest: number, isEnding: boolean): Closing | null {
    const { ledger, pool, clock } = this.#options;
    const interval = ledger.network.constants.main_chain_interval;
    const after = Math.max(ledger.tip.s_timestamp, this.#round.refusedAt) + interval;
    const room = blockRoom(ledger.network);
    const bounds = { earliestUs: Math.max(earliest, after), intervalUs: interval, room };
    if (isEnding || pool.size >= MAX_BLOCK_TRANSACTIONS) {
      const soonest = chooseClosing(pool.all(), { ...bounds, latestUs: untilUs });
      // When all places of its interval are taken, nothing more can be accepted for it.
      if (isEnding || soonest?.ofLastInterval === MAX_BLOCK_TRANSACTIONS) return soonest;
    }
    // The choice up to the grace is the choice up to now, unless that one is later: then this turn waits.
    const graced = Math.min(untilUs, floorToInterval(clock.nowUs() - graceUs, interval));
    if (!isInstant(interval)) return chooseClosing(pool.all(), { ...bounds, latestUs: graced });
    // No later than these need: what was signed after them still finds a block. But the time of the chain goes on.
    const soonestUs = floorToInterval(graced - longestGrace(interval), interval);
    const latestUs = Math.min(graced, this.#beforeChecked(interval));
    return chooseClosing(pool.all(), { ...bounds, latestUs, soonestUs });
  }

  /**
   * The latest round time before the transactions that are being checked. A stream of old ones must not delay a block for
   * more than the longest grace.
   */
  #beforeChecked(interval: number): number {
    const { ledger, clock, checkedUs } = this.#options;
    const nowUs = clock.nowUs();
    if (this.#delayed.tip !== ledger.tip) this.#delayed = { tip: ledger.tip, sinceUs: nowUs };
    const checked = checkedUs?.() ?? Number.POSITIVE_INFINITY;
    const isDelayed = Number.isFinite(checked) && nowUs - this.#delayed.sinceUs < longestGrace(interval);
    return isDelayed ? floorToInterval(checked - 1, interval) : Number.POSITIVE_INFINITY;
  }
}
