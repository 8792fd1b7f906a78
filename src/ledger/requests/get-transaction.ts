import { GET_TRANSACTION } from "../../records/operations/requests/get-transaction.js";
import type { Answerer } from "./answerer.js";
import { finalName } from "./final-answer.js";
import type { RequestRecord } from "../../records/request.js";
import type { Answer } from "../answer.js";
import { listTransactions } from "../../store/reads.js";

/** The record of a hash, the latest without a target, `[]` when unknown (PROTOCOL 13.11). */
export const getTransaction: Answerer<typeof GET_TRANSACTION> = async (
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
    type === GET_TRANSACTION.type &&
    answer.isSystemRequest === true &&
    "json" in answer &&
    answer.json === UNKNOWN_TRANSACTION;
  const target = request.get("target");
  return isUnknown && typeof target === "string" ? target : null;
}
