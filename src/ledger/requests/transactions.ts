import { padStateKey } from "../../codec/state-key.js";
import type { ListedTransaction } from "../../store/store.js";
import { jsonMapPieces } from "../answer.js";
import { readPage } from "./arguments.js";
import type { Answerer } from "./answerer.js";
import { finalName } from "./final-answer.js";

/** GetTransaction: the record of a hash, the latest without a target, `[]` when unknown (PROTOCOL 13.11). */
export const getTransaction: Answerer = async ({ store, resourceChain }, argument) => {
  const target = argument("target");
  if (typeof target !== "string" || target === "") {
    const [latest] = await store.listTransactions({ page: 1, count: 1 });
    return { json: latest?.record ?? "[]" };
  }
  const { fixedMainHeight } = resourceChain;
  const found = await store.transaction(target);
  return found === null
    ? { json: "[]" }
    : { json: found.record, ...finalName(found, fixedMainHeight, found.hash) };
};

/** ListTransaction: newest first, all of them or those from or to an address (PROTOCOL 13.13). */
export const listTransaction: Answerer = async ({ store }, argument) => {
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

/** TransactionCount: the number of transactions in the chain, as its state counts them (PROTOCOL 8.7). */
export const transactionCount: Answerer = async ({ store, network }) => {
  const cell = padStateKey(network.keys.transaction_count);
  return { value: (await store.readState("local", [cell])).get(cell) ?? 0n };
};
