import { addressOf } from "../../codec/address.js";
import { padStateKey, stateKeyPrefix, type StateKind } from "../../codec/state-key.js";
import { pickSummary } from "../../records/main-block.js";
import type { Network } from "../../records/network.js";
import type { BlockRows, WrittenCell } from "../../store/postgres/block-rows.js";
import type { NewTransaction, StoredMainBlock } from "../../store/store.js";
import { rawMembers } from "./raw-members.js";

/** Makes the rows of a main block from its texts alone. It executes nothing and parses no value. */
export function projectedRows(block: StoredMainBlock, { prefixes }: Pick<Network, "prefixes">): BlockRows {
  const { seal, universal_updates, local_updates } = block;
  const transactions = Array.from(rawMembers(block.transactions), ([hash, record]) =>
    newTransaction(hash, record),
  );
  const local = writtenCells("local", local_updates);
  const codes = new Set([prefixes.contract, prefixes.request]);
  const summary = pickSummary({ ...block, transaction_count: transactions.length });
  return {
    block: { ...summary, seal, universal_updates, local_updates },
    transactions,
    cells: [...writtenCells("universal", universal_updates), ...local],
    codeKeys: local.flatMap(({ key }) => (codes.has(stateKeyPrefix(key)) ? [key] : [])),
  };
}

/** A transaction is listed under its sender and, when it names one, its recipient (PROTOCOL 13.13). */
function newTransaction(hash: string, record: string): NewTransaction {
  const { transaction, public_key } = JSON.parse(record) as {
    readonly transaction: { readonly to?: unknown };
    readonly public_key: string;
  };
  const addresses = new Set([addressOf(public_key)]);
  if (typeof transaction.to === "string") addresses.add(transaction.to);
  return { hash, record, addresses: [...addresses] };
}

/**
 * The cells that a block writes, with their last values, in the order of the first writes. When two keys spell one cell,
 * the later one gives the value (PROTOCOL 8.4).
 */
function writtenCells(kind: StateKind, updates: string): readonly WrittenCell[] {
  const cells = new Map<string, WrittenCell>();
  for (const [key, update] of rawMembers(updates)) {
    const value = new Map(rawMembers(update)).get("new") ?? "null";
    cells.set(padStateKey(key), { kind, key, value: value === "null" ? null : value });
  }
  return [...cells.values()];
}
