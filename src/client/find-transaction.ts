import { ChainError } from "../codec/chain-error.js";
import { timeHashToTime } from "../codec/time.js";
import { transactionDropped } from "../records/errors.js";
import type { TransactionRecord } from "./answers.js";
import type { SystemRequests } from "./system-requests.js";

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
  if (isPast && fate === null) throw expired(hash, tip.height);
  return null;
}

function expired(hash: string, height: number): ChainError {
  return new ChainError(
    "TRANSACTION_EXPIRED",
    "The transaction will never be in a block: the chain is past its time. ",
    {
      details: { hash, height },
      advice: "It failed when its block was made, or came too late. Sign it again to try again.",
    },
  );
}
