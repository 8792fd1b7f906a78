import {
  explainTransaction,
  type Explanation,
  type TransactionFacts,
} from "../../node/trial/explain-transaction.js";
import { trySigned, tryTransaction } from "../../node/trial/try-transaction.js";
import type { Connection } from "../connection.js";
import { pooledHashes } from "../pooled-hashes.js";
import type { SentTransactions } from "../sent-transactions.js";
import { readGivenTransaction } from "./given-transaction.js";
import { readHash } from "./transaction-hash.js";

/** `why(hash | tx)`: where a transaction is, and why it is not in the chain. */
export function createWhy({ openSource, client, nowUs, sandbox }: Connection, sent: SentTransactions) {
  return async (transactionOrHash: unknown): Promise<Explanation> => {
    const { hash, attempt } = subjectOf(transactionOrHash, nowUs(), sent);
    // The pool before the chain: what leaves it meanwhile is found there.
    const isPooled = (await pooledHashes(client)).has(hash);
    const refusal = sandbox?.refusalOf(hash) ?? sent.get(hash)?.refusal ?? null;
    const fate = await client.transactionFate(hash);
    const dropped = fate?.state === "dropped" ? fate : null;
    return explainTransaction(await openSource(), {
      hash,
      isPooled,
      refusal,
      dropped,
      attempt,
      nowUs: nowUs(),
    });
  };
}

function subjectOf(
  transactionOrHash: unknown,
  nowUs: number,
  sent: SentTransactions,
): Pick<TransactionFacts, "hash" | "attempt"> {
  if (typeof transactionOrHash !== "string") {
    const { transaction, from, isSigned } = readGivenTransaction(transactionOrHash, nowUs);
    const attempt: TransactionFacts["attempt"] = isSigned
      ? (source) => trySigned(source, transaction)
      : (source) => tryTransaction(source, transaction, from);
    return { hash: transaction.hash, attempt };
  }
  const hash = readHash(transactionOrHash);
  const transaction = sent.get(hash)?.transaction;
  const attempt =
    transaction && ((source: Parameters<typeof trySigned>[0]) => trySigned(source, transaction));
  return { hash, attempt: attempt ?? null };
}
