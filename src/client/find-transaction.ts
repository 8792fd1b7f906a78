import { ChainError } from "../codec/chain-error.js";
import { timeHashToTime } from "../codec/time.js";
import type { TransactionRecord } from "./answers.js";
import type { SystemRequests } from "./system-requests.js";

/**
 * A transaction in a block, null while it may still come. Throws `TRANSACTION_EXPIRED` when it never will, because a
 * block as new as it has been sealed without it (PROTOCOL 5).
 */
export async function findTransaction(
  client: Pick<SystemRequests, "getBlockSummary" | "getTransaction">,
  hash: string,
): Promise<TransactionRecord | null> {
  // The tip is read first: whatever it holds, the question after it sees.
  const tip = await client.getBlockSummary();
  const record = await client.getTransaction(hash);
  if (record === null && tip !== null && tip.s_timestamp >= timeHashToTime(hash))
    throw expired(hash, tip.height);
  return record;
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
