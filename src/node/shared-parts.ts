import { ArrivalAges } from "../consensus/arrival-ages.js";
import { blockRoom } from "../consensus/block-room.js";
import { Intervals } from "../consensus/interval.js";
import { createLane } from "../base/lane.js";
import { ReceiptBook } from "../consensus/receipt-book.js";
import { ReceiptRanks } from "../consensus/receipt-ranks.js";
import { ReceiptRound } from "../consensus/receipt-round.js";
import { TransactionPool } from "../consensus/transaction-pool.js";
import type { Ledger } from "../ledger/ledger.js";
import { CommitTimes } from "../peers/sync/commit-times.js";
import { silentLog } from "../base/log.js";
import type { NodeOptions } from "./node-options.js";

export type SharedParts = ReturnType<typeof createSharedParts>;

/**
 * Creates what a node's submissions, rounds, mining and peers work on together.
 *
 * @param hostnames of the peers, by the address of their keys.
 */
export function createSharedParts(
  ledger: Ledger,
  { clock, identity, poolLimits, log = silentLog }: NodeOptions,
  hostnames: () => ReadonlyMap<string, string>,
) {
  const { main_chain_interval } = ledger.network.constants;
  const pool = new TransactionPool(poolLimits);
  return {
    ledger,
    clock,
    log,
    pool,
    slots: ledger.slots,
    intervals: new Intervals(main_chain_interval, pool.limits, blockRoom(ledger.network)),
    ages: new ArrivalAges(main_chain_interval),
    receipts: new ReceiptBook(),
    ranks: new ReceiptRanks({ ledger, own: identity.node.address, peers: hostnames }),
    receiptRound: new ReceiptRound(ledger, clock),
    commitTimes: new CommitTimes(),
    /** The lane in which blocks are committed. */
    lane: createLane(),
  };
}
