import { REQUESTS } from "../../records/operations/system-requests.js";
import type { Answerer } from "./answerer.js";
import { finalName } from "./final-answer.js";
import type { RequestRecord } from "../../records/request.js";
import { type Answer, jsonMapPieces } from "../answer.js";
import { begun, listTransactions } from "../../store/reads.js";
import type { ListedTransaction } from "../../store/store.js";
import { readPage } from "./arguments.js";
import { padStateKey } from "../../codec/state-key.js";

/** The record of a hash, the latest without a target, `[]` when unknown (PROTOCOL 13.11). */
export const getTransaction: Answerer<typeof REQUESTS.GET_TRANSACTION> = async (
  { store, resourceChain },
  argument,
) => {
  const target = argument("target");
  if (typeof target !== "string" || target === "") {
    const [latest] = await listTransactions(store, { page: 1, count: 1 });
    return { json: latest?.record ?? UNKNOWN_TRANSACTION };
  }
  const { fixedMainHeight } = resourceChain;
  const found = await store.transaction(target);
  return found === null
    ? { json: UNKNOWN_TRANSACTION }
    : { json: found.record, ...finalName(found, fixedMainHeight, [found.hash, found.record]) };
};

const UNKNOWN_TRANSACTION = "[]";

/** The hash of the transaction that a request asks for, when the answer to it is that no block has it; else null. */
export function unknownTransactionIn({ type, request }: RequestRecord, answer: Answer): string | null {
  const isUnknown =
    type === REQUESTS.GET_TRANSACTION.type &&
    answer.isSystemRequest === true &&
    "json" in answer &&
    answer.json === UNKNOWN_TRANSACTION;
  const target = request.get("target");
  return isUnknown && typeof target === "string" ? target : null;
}

/** Newest first, all transactions or those from or to an address (PROTOCOL 13.13). */
export const listTransaction: Answerer<typeof REQUESTS.LIST_TRANSACTION> = async ({ store }, argument) => {
  const page = readPage(argument("page"), argument("count"));
  const address = argument("address");
  const transactions =
    typeof address === "string" && address !== ""
      ? store.streamTransactions(page, address)
      : store.streamTransactions(page);
  // A page of which some is gone is refused, and not cut off in the midst.
  return { json: jsonMapPieces(toMembers(await begun(transactions))) };
};

async function* toMembers(
  transactions: AsyncIterable<ListedTransaction>,
): AsyncGenerator<readonly [string, string]> {
  for await (const { hash, record } of transactions) yield [hash, record];
}

/** The number of transactions in the chain, as its state counts them (PROTOCOL 8.7). */
export const countTransactions: Answerer<typeof REQUESTS.TRANSACTION_COUNT> = async ({ store, network }) => {
  const cell = padStateKey(network.keys.transaction_count);
  return { value: (await store.readState("local", [cell])).get(cell) ?? 0n };
};
