import type { LIST_TRANSACTION } from "../../records/operations/requests/list-transaction.js";
import type { ListedTransaction } from "../../store/store.js";
import { jsonMapPieces } from "../answer.js";
import type { Answerer } from "./answerer.js";
import { readPage } from "./arguments.js";

/** Newest first, all transactions or those from or to an address (PROTOCOL 13.13). */
export const listTransaction: Answerer<typeof LIST_TRANSACTION> = async ({ store }, argument) => {
  const page = readPage(argument("page"), argument("count"));
  const address = argument("address");
  const transactions =
    typeof address === "string" && address !== ""
      ? store.streamTransactions(page, address)
      : store.streamTransactions(page);
  return { json: jsonMapPieces(toMembers(transactions)) };
};

async function* toMembers(
  transactions: AsyncIterable<ListedTransaction>,
): AsyncGenerator<readonly [string, string]> {
  for await (const { hash, record } of transactions) yield [hash, record];
}
