import { timeHashToTime } from "../codec/time.js";
import { transactionDropped } from "../records/errors.js";
import type { TransactionRecord } from "./answers.js";
import type { SystemRequests } from "./system-requests.js";
import * as errors from "./errors.js";

/**
 * Returns the record of a transaction in a block, null while a block may still include it. Throws `TRANSACTION_DROPPED`
 * with the node's reason when the node accepted the transaction and dropped it (PROTOCOL 13.11, 15.2), and
 * `TRANSACTION_EXPIRED` when the chain is past the transaction's time (PROTOCOL 5.5).
 */
export async function findTransaction(
  client: Pick<SystemRequests, "getBlockSummary" | "getTransaction" | "transactionFate">,
  hash: string,
): Promise<TransactionRecord | null> {
  // The tip is read first, so that the next request finds a transaction that this tip holds.
  const tip = await client.getBlockSummary();
  const record = await client.getTransaction(hash);
  if (record !== null) return record;
  const fate = await client.transactionFate(hash);
  if (fate?.state === "dropped") throw transactionDropped({ hash, height: fate.height, reason: fate.reason });
  const isPast = tip !== null && tip.s_timestamp >= timeHashToTime(hash);
  if (isPast && fate === null) throw errors.transactionExpired({ hash, height: tip.height });
  return null;
}
