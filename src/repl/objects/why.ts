import {
  explainTransaction,
  type Explanation,
  type TransactionFacts,
} from "../../replay/trial/explain-transaction.js";
import { trySigned, tryTransaction } from "../../replay/trial/try-transaction.js";
import type { ConsoleConnection } from "../connection.js";
import type { SentTransactions } from "../sent-transactions.js";
import { findHash, type GivenReader } from "./arguments.js";
import type { Client } from "../../client/index.js";
import { pooledHashes } from "../../actions/find-hash.js";

/** `why(hash | tx)`: where a transaction is, and why it is not in the chain. */
export function createWhy(
  { openChain, client, nowUs, sandbox }: ConsoleConnection,
  read: GivenReader,
  sent: SentTransactions,
) {
  return async (transactionOrHash: unknown): Promise<Explanation> => {
    const { hash, attempt } = await subjectOf(transactionOrHash, { client, read, sent });
    // The pool is read before the chain: a transaction that leaves it meanwhile is found in the chain.
    const isPooled = (await pooledHashes(client)).has(hash);
    const refusal = sandbox?.refusalOf(hash) ?? sent.get(hash)?.refusal ?? null;
    const fate = await client.transactionFate(hash);
    const dropped = fate?.state === "dropped" ? fate : null;
    return explainTransaction(await openChain(), {
      hash,
      isPooled,
      refusal,
      dropped,
      attempt,
      nowUs: nowUs(),
    });
  };
}

async function subjectOf(
  transactionOrHash: unknown,
  {
    client,
    read,
    sent,
  }: { readonly client: Client; readonly read: GivenReader; readonly sent: SentTransactions },
): Promise<Pick<TransactionFacts, "hash" | "attempt">> {
  if (typeof transactionOrHash !== "string") {
    const { transaction, from, isSigned } = await read(transactionOrHash);
    const attempt: TransactionFacts["attempt"] = isSigned
      ? (source) => trySigned(source, transaction)
      : (source) => tryTransaction(source, transaction, from);
    return { hash: transaction.hash, attempt };
  }
  const hash = await findHash(client, transactionOrHash);
  const transaction = sent.get(hash)?.transaction;
  const attempt =
    transaction && ((source: Parameters<typeof trySigned>[0]) => trySigned(source, transaction));
  return { hash, attempt: attempt ?? null };
}
