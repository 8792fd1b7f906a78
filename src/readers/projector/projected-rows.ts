import { addressOf } from "../../codec/address.js";
import { padStateKey, stateKeyPrefix, type StateKind } from "../../codec/state-key.js";
import { pickSummary } from "../../records/main-block.js";
import type { Network } from "../../records/network.js";
import type { BlockRows, WrittenCell } from "../../store/postgres/rows.js";
import type { NewTransaction, StoredMainBlock } from "../../store/store.js";

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

/** Reads the members of canonical JSON as text, without parsing their values (PROTOCOL 1.5). */

/** A member of a map: its name and the canonical text of its value. */
type RawMember = readonly [name: string, text: string];

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_MAP, CLOSE_MAP, COMMA] = [34, 92, 91, 93, 123, 125, 44];

/** Yields the members of a map in canonical JSON, in order; none for the empty container. Names must have no escapes. */
export function* rawMembers(text: string): Generator<RawMember> {
  for (let at = 1; at < text.length - 1;) {
    const nameEnd = text.indexOf('"', at + 1);
    const end = endOfValue(text, nameEnd + 2);
    yield [text.slice(at + 1, nameEnd), text.slice(nameEnd + 2, end)];
    at = end + 1;
  }
}

/** Returns the end of the value at `start`: the index of the comma or bracket after it. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) at = endOfString(text, at);
    else if (unit === OPEN_LIST || unit === OPEN_MAP) depth += 1;
    else if (depth === 0 && (unit === COMMA || unit === CLOSE_LIST || unit === CLOSE_MAP)) return at;
    else if (unit === CLOSE_LIST || unit === CLOSE_MAP) depth -= 1;
  }
  return text.length;
}

/** Returns the index of the quote that ends the string at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
}
