import type { PreparedTransaction } from "../ledger/prepared-transaction.js";
import { byHash, fillBlock } from "./block-candidates.js";
import { addLoads, BLOCK_ROOM, fitsInto, loadOf, NO_LOAD, type Load } from "./block-room.js";
import { intervalEnd } from "./interval.js";

/** The bounds of a round time, µs. All are multiples of the interval. */
export interface ClosingBounds {
  /** The earliest that can be sealed: at least one interval after the tip. */
  readonly earliestUs: number;
  readonly latestUs: number;
  readonly intervalUs: number;
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
  const { earliestUs, latestUs, intervalUs } = bounds;
  if (latestUs < earliestUs) return null;
  const groups = groupByInterval(pool, bounds);
  if (groups.length === 0) return null;
  const fitting = fittingGroups(groups);
  const next = groups[fitting.length];
  const roundTime = next === undefined ? latestUs : next.endUs - intervalUs;
  const last = fitting.at(-1);
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
  return { roundTime: overfullUs, transactions: fitCrowd(crowd), ofLastInterval: 0 };
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
function fittingGroups(groups: readonly Group[]): readonly Group[] {
  let load = NO_LOAD;
  const end = groups.findIndex((group) => {
    load = addLoads(load, group.load);
    return !fitsInto(load, BLOCK_ROOM);
  });
  return end < 0 ? groups : groups.slice(0, end);
}

/**
 * The transactions of an overfull block that fit. Newer intervals come first, because they kept to their places. Within
 * an interval the ones with the least work come first, so that a few large ones cannot displace all others.
 */
function fitCrowd(groups: readonly Group[]): readonly PreparedTransaction[] {
  const inOrder = groups
    .toReversed()
    .flatMap(({ transactions }) =>
      transactions.toSorted((left, right) => left.work - right.work || byHash(left, right)),
    );
  return fillBlock(inOrder).toSorted(byHash);
}
