import { padStateKey } from "../../codec/state-key.js";
import type { TRANSACTION_COUNT } from "../../records/operations/requests/transaction-count.js";
import type { Answerer } from "./answerer.js";

/** The number of transactions in the chain, as its state counts them (PROTOCOL 8.7). */
export const countTransactions: Answerer<typeof TRANSACTION_COUNT> = async ({ store, network }) => {
  const cell = padStateKey(network.keys.transaction_count);
  return { value: (await store.readState("local", [cell])).get(cell) ?? 0n };
};
