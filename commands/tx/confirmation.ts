import { findKnownCallable } from "../../src/actions/check-call.js";
import type { Context } from "../../src/cli/command.js";
import { amountText } from "../../src/codec/coins.js";
import { fieldsText, type Field } from "../../src/cli/output/view.js";
import type { Client } from "../../src/client/index.js";
import { instead } from "../../src/codec/chain-error.js";
import { valueToJson } from "../../src/codec/readable-json.js";
import type { Value } from "../../src/codec/value.js";
import type { SignedTransaction } from "../../src/records/transaction.js";
import { callOf, type Callable, type ListCodes } from "../../src/actions/callables.js";
import { namesByAddress } from "../keys.js";
import { readOwnCid } from "./transaction-text.js";

export interface Confirmed {
  readonly transaction: SignedTransaction;
  readonly weight: bigint;
}

/** Members that are not parameters of the contract, or that are shown elsewhere. */
const NOT_PARAMETERS: ReadonlySet<string> = new Set(["type", "cid", "from", "timestamp"]);

/** Shows what transactions do before a person confirms them: who, where, what, and the fee. */
export async function previewTransactions(
  context: Context,
  client: Client,
  confirmed: readonly Confirmed[],
): Promise<void> {
  const { terminal, settings, style } = context;
  const view = { isTerminal: true, isFull: settings.flag("full"), width: terminal.errors.width, style };
  const names = await namesByAddress(context);
  const network = (await context.workspace.networkName(client)) ?? "unknown";
  context.note(fieldsText(view, [["network", `${network}, by the node at ${client.url}`]]).trimEnd());
  const { readableCodes } = context.workspace;
  const ownCid = await readOwnCid(
    context,
    confirmed.map(({ transaction }) => transaction.transaction),
  );
  for (const { transaction, weight } of confirmed) {
    const callable = await findKnownCallable(readableCodes, callOf(transaction));
    const fee = await computeFee(readableCodes, transaction, weight);
    const fields: readonly Field[] = [
      ["contract", contractText(transaction, callable, ownCid)],
      ["from", withName(transaction.address, names)],
      ...parameterFields(transaction, callable, names),
      ["fee", feeText(transaction, weight, fee)],
    ];
    context.note(fieldsText(view, fields).trimEnd());
  }
}

function contractText(
  { type, cid }: SignedTransaction,
  callable: Callable | undefined,
  ownCid: string,
): string {
  const version = callable?.version === undefined ? "" : ` ${callable.version}`;
  const space = cid === null || cid === ownCid ? "" : ` in the space ${cid}`;
  return type + version + space;
}

function parameterFields(
  { transaction }: SignedTransaction,
  callable: Callable | undefined,
  names: ReadonlyMap<string, string>,
): readonly Field[] {
  const toText = (name: string, value: Value): string => {
    if (typeof value !== "string") return valueToJson(value);
    if (callable?.addresses.includes(name) === true) return withName(value, names);
    if (callable?.amounts.includes(name) !== true) return value;
    return `${amountText(value)} (${value} units)`;
  };
  return [...transaction]
    .filter(([name]) => !NOT_PARAMETERS.has(name))
    .map(([name, value]) => [name, toText(name, value)]);
}

/** In units (PROTOCOL 6.14, 6.15, 6.17). Null when an unknown code takes it, or the node lists no codes. */
async function computeFee(
  codes: ListCodes,
  transaction: SignedTransaction,
  weight: bigint,
): Promise<bigint | null> {
  const { feeUnder } = await import("../../src/replay/trial/fee.js");
  return feeUnder(await codes().catch(instead([])), transaction, weight);
}

function feeText({ size }: SignedTransaction, weight: bigint, fee: bigint | null): string {
  const amount = fee === null ? "by the contract's own rule" : amountText(fee.toString());
  return `${amount} (${size} bytes, weight ${weight})`;
}

function withName(address: string, names: ReadonlyMap<string, string>): string {
  const name = names.get(address);
  return name === undefined ? address : `${address} (${name})`;
}
