import type { GET_TRANSACTION } from "../../records/operations/requests/get-transaction.js";
import type { Answerer } from "./answerer.js";
import { finalName } from "./final-answer.js";

/** The record of a hash, the latest without a target, `[]` when unknown (PROTOCOL 13.11). */
export const getTransaction: Answerer<typeof GET_TRANSACTION> = async (
  { store, resourceChain },
  argument,
) => {
  const target = argument("target");
  if (typeof target !== "string" || target === "") {
    const [latest] = await store.listTransactions({ page: 1, count: 1 });
    return { json: latest?.record ?? UNKNOWN_TRANSACTION };
  }
  const { fixedMainHeight } = resourceChain;
  const found = await store.transaction(target);
  return found === null
    ? { json: UNKNOWN_TRANSACTION }
    : { json: found.record, ...finalName(found, fixedMainHeight, found.hash) };
};

export const UNKNOWN_TRANSACTION = "[]";
