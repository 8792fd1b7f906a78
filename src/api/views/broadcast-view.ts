import type { Value } from "../../codec/value.js";
import { byHash } from "../../consensus/block-candidates.js";
import type { ReceiptBook } from "../../consensus/receipt-book.js";
import type { RoundBook } from "../../consensus/round-book.js";
import { SHOWN_POOL_LIMITS, type TransactionPool } from "../../consensus/transaction-pool.js";
import { jsonMapText, type Answer } from "../../ledger/answer.js";
import type { Ledger } from "../../ledger/ledger.js";
import type { PreparedTransaction } from "../../ledger/prepared-transaction.js";
import { chunkToValue } from "../../records/chunk.js";
import { hypothesisToValue } from "../../records/hypothesis.js";
import { recordText } from "../../records/record-text.js";
import { receiptsToText } from "../../records/resource-block.js";
import type { BroadcastQuery } from "../engine.js";

export interface RoundParts {
  readonly ledger: Ledger;
  readonly pool: TransactionPool;
  readonly book: RoundBook;
  readonly receipts: ReceiptBook;
}

/**
 * Broadcast (docs/rpc.md; PROTOCOL 13.6): the records of the round with the given round key (PROTOCOL 9.1), by default
 * the open one. Main records exist for the open round only. Every neighbour asks several times an interval, so each
 * record is printed once.
 */
export function broadcastView(parts: RoundParts, query: BroadcastQuery): Answer {
  const roundKey = query.round_key ?? parts.ledger.tip.blockhash;
  if (query.chain_type === "resource") return { json: resourceText(parts, roundKey) };
  if (query.chain_type !== "all") return { json: mainText(parts, roundKey) };
  return {
    json: jsonMapText([
      ["main", mainText(parts, roundKey)],
      ["resource", resourceText(parts, roundKey)],
    ]),
  };
}

function mainText({ ledger, pool, book }: RoundParts, roundKey: string): string {
  const isOpen = roundKey === ledger.tip.blockhash;
  const transactions = isOpen ? shownOf(pool) : [];
  return jsonMapText([
    [
      "transactions",
      jsonMapText(transactions.map(({ transaction: { hash, text } }) => [hash, text] as const)),
    ],
    ["chunks", isOpen ? recordsText(book.chunks, chunkToValue) : NO_RECORDS],
    ["hypotheses", isOpen ? recordsText(book.hypotheses, hypothesisToValue) : NO_RECORDS],
  ]);
}

/**
 * Returns the transactions to show. Nodes read only so much of a pool at once: of a larger pool, the oldest
 * transactions are shown, which the next block needs.
 */
function shownOf(pool: TransactionPool): readonly PreparedTransaction[] {
  const { maxTransactions, maxBytes } = SHOWN_POOL_LIMITS;
  if (pool.size <= maxTransactions && pool.bytes <= maxBytes) return pool.all();
  let bytes = 0;
  return pool
    .all()
    .toSorted(byHash)
    .slice(0, maxTransactions)
    .filter(({ transaction }) => (bytes += transaction.size) <= maxBytes);
}

function resourceText({ receipts }: RoundParts, roundKey: string): string {
  return jsonMapText([["receipts", receiptsToText(receipts.ofRound(roundKey))]]);
}

const NO_RECORDS = jsonMapText([]);
/** Prints records as a map by their signers' addresses. */
function recordsText<R extends object>(
  records: ReadonlyMap<string, R>,
  toValue: (record: R) => Value,
): string {
  return jsonMapText(Array.from(records, ([signer, record]) => [signer, recordText(record, toValue)]));
}
