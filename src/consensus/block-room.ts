import type { PreparedTransaction } from "../ledger/prepared-transaction.js";
import type { WorkDone } from "../vm/machine.js";
import { MAX_BLOCK_SIZE, MAX_BLOCK_TRANSACTIONS, WORK_LIMIT } from "../records/limits.js";
import type { Network } from "../records/network.js";

/** What transactions take up in a block: their number, bytes and work. */
export interface Load {
  readonly transactions: number;
  readonly bytes: number;
  readonly work: number;
}

export const NO_LOAD: Load = { transactions: 0, bytes: 0, work: 0 };

/** What one block of a node may hold in a network of rules 1 (PROTOCOL 4.3, 15.2, 15.8). */
export const BLOCK_ROOM: Load = {
  transactions: MAX_BLOCK_TRANSACTIONS,
  bytes: MAX_BLOCK_SIZE,
  work: WORK_LIMIT,
};

/** What one block of this node may hold (PROTOCOL 16.9). */
export function blockRoom({ workLimits }: Pick<Network, "workLimits">): Load {
  return { ...BLOCK_ROOM, work: workLimits.proposal };
}

export function addLoads(left: Load, right: Load, sign: 1 | -1 = 1): Load {
  return {
    transactions: left.transactions + sign * right.transactions,
    bytes: left.bytes + sign * right.bytes,
    work: left.work + sign * right.work,
  };
}

/** A load divided by a divisor, rounded down. */
export function partOf({ transactions, bytes, work }: Load, divisor: number): Load {
  return {
    transactions: Math.floor(transactions / divisor),
    bytes: Math.floor(bytes / divisor),
    work: Math.floor(work / divisor),
  };
}

export function fitsInto(load: Load, room: Load): boolean {
  return load.transactions <= room.transactions && load.bytes <= room.bytes && load.work <= room.work;
}

export function loadOf(prepared: PreparedTransaction): Load {
  return { transactions: 1, bytes: prepared.transaction.size, work: roomOf(prepared) };
}

/** How many times the cost of an ordinary transaction may be its work. */
const ORDINARY_COST = 4;

/** The work that a transaction takes up in this node's block: more than it counts if it is dear (PROTOCOL 15.8). */
export function roomOf({ work, cost }: WorkDone): number {
  return Math.max(work, Math.ceil(cost / ORDINARY_COST));
}
