import {
  scalarText,
  hashText,
  NAME_WIDTH,
  timeIn,
  type View,
  fieldsText,
  tableText,
  type Field,
  outlineText,
} from "../../src/cli/output/view.js";
import { entriesOf, isContainer, memberOf, type Value } from "../../src/codec/value.js";
import { transactionsText, type NamedTransaction } from "../tx/transaction-text.js";
import { textIn } from "../../src/codec/text.js";

/** A block of either chain, full or summary, as a head and tables; in a pipe as JSON. `ownCid`: see `readOwnCid`. */
export function blockText(view: View, block: Value, ownCid: string): string {
  if (!view.isTerminal) return outlineText(view, block);
  const isMain = memberOf(block, "s_timestamp") !== undefined;
  const head = isMain ? mainHead(view, block) : resourceHead(view, block);
  const parts = isMain
    ? [transactionsText(view, transactionsIn(block), ownCid), updatesPart(view, block)]
    : [receiptsPart(view, block)];
  return [fieldsText(view, head), ...parts.filter((part) => part !== "")].join("\n");
}

function mainHead(view: View, block: Value): readonly Field[] {
  return [
    ["main block", textIn(block, "height")],
    ["time", exactTimeIn(view, block, "s_timestamp")],
    ["blockhash", textIn(block, "blockhash")],
    ["previous", textIn(block, "previous_blockhash")],
    ...present("resource block", block, "resource_blockhash"),
    ...present("transactions", block, "transaction_count"),
    ...membersIn(block, "seal").map(([address]): Field => ["sealed by", address]),
  ];
}

function resourceHead(view: View, block: Value): readonly Field[] {
  return [
    ["resource block", textIn(block, "height")],
    ["time", exactTimeIn(view, block, "timestamp")],
    ["blockhash", textIn(block, "blockhash")],
    ["previous", textIn(block, "previous_blockhash")],
    ["nonce", textIn(block, "nonce")],
    ["difficulty", textIn(block, "difficulty")],
    ["main block", `${textIn(block, "main_height")}, ${textIn(block, "main_blockhash")}`],
    ["validator", textIn(block, "validator")],
    ["miner", textIn(block, "miner")],
    ...present("receipts", block, "receipt_count"),
  ];
}

export function transactionsIn(block: Value): readonly NamedTransaction[] {
  return membersIn(block, "transactions").map(([hash, record]): NamedTransaction => [
    hash,
    { transaction: memberOf(record, "transaction") ?? null, public_key: textIn(record, "public_key") },
  ]);
}

/** Codes are long values. */
const UPDATE_COLUMNS = [
  { title: "state" },
  { title: "key" },
  { title: "old", width: NAME_WIDTH },
  { title: "new", width: NAME_WIDTH },
];

function updatesPart(view: View, block: Value): string {
  const rows = ["universal", "local"].flatMap((kind) =>
    membersIn(block, `${kind}_updates`).map(([key, update]) => [
      kind,
      hashText(view, key),
      cellIn(update, "old"),
      cellIn(update, "new"),
    ]),
  );
  return tableText(view, UPDATE_COLUMNS, rows);
}

function receiptsPart(view: View, block: Value): string {
  return tableText(
    view,
    [{ title: "receipt of" }, { title: "beneficiary" }, { title: "receipt hash" }],
    membersIn(block, "receipts").map(([asker, receipt]) => [
      asker,
      textIn(receipt, "beneficiary"),
      hashText(view, textIn(receipt, "receipt_hash")),
    ]),
  );
}

function cellIn(update: Value, name: string): string {
  const value = memberOf(update, name) ?? null;
  if (value === null) return "absent";
  return scalarText(value);
}

function exactTimeIn(view: View, block: Value, name: string): string {
  return `${timeIn(view, block, name)} (${textIn(block, name)} µs)`;
}

/** A member that only one of the forms has. */
function present(label: string, block: Value, name: string): readonly Field[] {
  return memberOf(block, name) === undefined ? [] : [[label, textIn(block, name)]];
}

function membersIn(block: Value, name: string): readonly (readonly [string, Value])[] {
  const members = memberOf(block, name);
  return isContainer(members) ? [...entriesOf(members)] : [];
}
