import type { Value } from "../../codec/value.js";
import type { DroppedTransactions } from "../../consensus/dropped-transactions.js";
import type { TransactionPool } from "../../consensus/transaction-pool.js";
import type { Answer } from "../../ledger/answer.js";
import { UNKNOWN_TRANSACTION } from "../../ledger/requests/get-transaction.js";
import { GET_TRANSACTION } from "../../records/operations/requests/get-transaction.js";
import type { RequestRecord } from "../../records/request.js";

export interface KnownTransactions {
  readonly pool: TransactionPool;
  readonly dropped: DroppedTransactions;
}

/**
 * Adds `fate` beside the `[]` that GetTransaction answers for a transaction in no block, when the node knows what
 * became of it (PROTOCOL 13.11, 15.2). Returns every other answer unchanged.
 */
export function withFate(answer: Answer, { type, request }: RequestRecord, known: KnownTransactions): Answer {
  const isUnknown =
    type === GET_TRANSACTION.type &&
    answer.isSystemRequest === true &&
    "json" in answer &&
    answer.json === UNKNOWN_TRANSACTION;
  const target = request.get("target");
  const fate = isUnknown && typeof target === "string" ? fateOf(target, known) : null;
  return fate === null ? answer : { ...answer, siblings: { fate } };
}

function fateOf(hash: string, { pool, dropped }: KnownTransactions): Value {
  if (pool.get(hash) !== undefined) return new Map([["state", "pooled"]]);
  const known = dropped.get(hash);
  if (known === undefined) return null;
  return new Map<string, Value>([
    ["state", "dropped"],
    ["reason", known.reason],
    ["height", BigInt(known.height)],
  ]);
}
