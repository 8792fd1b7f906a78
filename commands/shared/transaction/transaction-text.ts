import { unitsToAmount } from "../../../src/cli/input/amount.js";
import { valueToJson } from "../../../src/codec/readable-json.js";
import { hashText, timeText } from "../../../src/cli/output/format.js";
import { fieldsText, tableText, type Column, type Field } from "../../../src/cli/output/table.js";
import type { View } from "../../../src/cli/output/view.js";
import { publicKeyToAddress } from "../../../src/codec/address.js";
import { timeHashToTime } from "../../../src/codec/time.js";
import { entriesOf, isContainer, type Value } from "../../../src/codec/value.js";
import { textIn } from "../answers.js";

/** A transaction's record under its hash, as nodes answer it. */
export type NamedTransaction = readonly [
  hash: string,
  record: { readonly transaction: Value; readonly public_key: string },
];

const COLUMNS: readonly Column[] = [
  { title: "hash" },
  { title: "time" },
  { title: "type" },
  { title: "from" },
  { title: "to" },
  { title: "amount", align: "right" },
];

/** The network's contracts whose `amount` is in units (PROTOCOL 6); what others mean by it, they alone know. */
const PAYING: ReadonlySet<string> = new Set(["Send", "Refine"]);

/** Columns that three hashes of the usual length take with what stands beside them. */
const WIDE = 110;

/** A row a transaction. */
export function transactionsText(view: View, transactions: readonly NamedTransaction[]): string {
  const short = (hash: string): string => hashText(view, hash, view.width < WIDE);
  return tableText(
    view,
    COLUMNS,
    transactions.map(([hash, { transaction, public_key }]) => [
      short(hash),
      timeText(view, timeHashToTime(hash)),
      textIn(transaction, "type"),
      short(publicKeyToAddress(public_key)),
      short(textIn(transaction, "to")),
      amountText(view, transaction),
    ]),
  );
}

/** One transaction with all that was signed, its parameters in the order they were given in. */
export function transactionText(
  view: View,
  [hash, { transaction, public_key }]: NamedTransaction,
  signature: string,
): string {
  const parameters = isContainer(transaction) ? [...entriesOf(transaction)] : [];
  return fieldsText(view, [
    ["hash", hash],
    ["time", timeText(view, timeHashToTime(hash))],
    ["signer", publicKeyToAddress(public_key)],
    ...parameters
      .filter(([name]) => name !== "timestamp" && name !== "from")
      .map(([name, value]): Field => [
        name,
        name === "amount" ? amountText(view, transaction) : parameterText(value),
      ]),
    ["public key", public_key],
    ["signature", signature],
  ]);
}

function parameterText(value: Value): string {
  return typeof value === "string" ? value : valueToJson(value);
}

/** Coins for people where it is known that units are meant; as it was signed everywhere else. */
function amountText(view: View, transaction: Value): string {
  const amount = textIn(transaction, "amount");
  const isUnits = PAYING.has(textIn(transaction, "type")) && textIn(transaction, "cid") === "";
  return view.isTerminal && isUnits ? unitsToAmount(amount) : amount;
}
