import type { Context } from "../../src/cli/context.js";
import { unitsToAmount } from "../../src/cli/input/amount.js";
import { fieldsText, type Field } from "../../src/cli/output/table.js";
import type { Client } from "../../src/client/index.js";
import { ChainError } from "../../src/codec/chain-error.js";
import { valueToJson } from "../../src/codec/readable-json.js";
import { byteLength } from "../../src/codec/text.js";
import type { Value } from "../../src/codec/value.js";
import type { Callable } from "../../src/node/calls/callables.js";
import type { SignedTransaction } from "../../src/records/transaction.js";
import { findCallable } from "../shared/code/callables.js";
import { knownCallable } from "../shared/code/call-check.js";
import { openNamedKeys } from "../key/keys.js";
import { networkName } from "../shared/node/network-name.js";
import { computeFee } from "../shared/transaction/fee.js";
import { callOf } from "./transaction-input.js";

/** A transaction to confirm, signed or not yet signed. */
export interface Confirmed {
  readonly transaction: SignedTransaction;
  readonly weight: bigint;
}

/** A longer value is shown as its beginning and its length. */
const SHOWN_LENGTH = 200;
/** What could move the cursor or reverse the text: a transaction may be signed by a stranger. */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Members that are not parameters of the contract, or that are shown elsewhere. */
const NOT_PARAMETERS: ReadonlySet<string> = new Set(["type", "cid", "from", "timestamp"]);

/**
 * Shows what transactions do before a person confirms them: the network and its node, the contract, the signer, every
 * parameter, amounts in coins, and the fee.
 */
export async function showTransactions(
  context: Context,
  client: Client,
  confirmed: readonly Confirmed[],
): Promise<void> {
  const view = { isTerminal: true, width: context.terminal.errors.width, style: context.style };
  const names = await namesByAddress(context);
  const network = (await networkName(context, client)) ?? "not known by name";
  context.note(
    fieldsText(view, [["network", `${printable(network)}, by the node at ${client.url}`]]).trimEnd(),
  );
  for (const { transaction, weight } of confirmed) {
    const callable = await called(context, transaction);
    const fee = await computeFee(context, transaction, weight);
    const fields: readonly Field[] = [
      ["contract", contractText(transaction, callable)],
      ["from", withName(transaction.address, names)],
      ...parameterFields(transaction, callable, names),
      ["fee", feeText(transaction, weight, fee)],
    ];
    context.note(fieldsText(view, fields).trimEnd());
  }
}

/** Undefined when neither the chain nor this program knows the contract: the node decides. */
async function called(context: Context, transaction: SignedTransaction): Promise<Callable | undefined> {
  const call = callOf(transaction);
  try {
    return await findCallable(context, call);
  } catch (error) {
    if (error instanceof ChainError) return knownCallable(call);
    throw error;
  }
}

function contractText({ type, cid }: SignedTransaction, callable: Callable | undefined): string {
  const version = callable?.version === undefined ? "" : ` ${printable(callable.version)}`;
  const space = cid === null ? "" : ` in the space ${cid}`;
  return printable(type) + version + space;
}

function parameterFields(
  { transaction }: SignedTransaction,
  callable: Callable | undefined,
  names: ReadonlyMap<string, string>,
): readonly Field[] {
  return [...transaction]
    .filter(([name]) => !NOT_PARAMETERS.has(name))
    .map(([name, value]) => [printable(name), parameterText(value, name, callable, names)]);
}

function parameterText(
  value: Value,
  name: string,
  callable: Callable | undefined,
  names: ReadonlyMap<string, string>,
): string {
  if (typeof value === "string" && callable?.addresses.includes(name) === true) return withName(value, names);
  if (typeof value === "string" && callable?.amounts.includes(name) === true) {
    return `${printable(unitsToAmount(value))} coins (${printable(value)} units)`;
  }
  const text = typeof value === "string" ? value : valueToJson(value);
  if (text.length <= SHOWN_LENGTH) return printable(text);
  return `${printable(text.slice(0, SHOWN_LENGTH))}… (${byteLength(text)} bytes)`;
}

function feeText({ size }: SignedTransaction, weight: bigint, fee: bigint | null): string {
  const amount = fee === null ? "by the contract's own rule" : `${unitsToAmount(fee.toString())} coins`;
  return `${amount} (${size} bytes, weight ${weight})`;
}

async function namesByAddress(context: Context): Promise<ReadonlyMap<string, string>> {
  const { keystore } = await openNamedKeys(context);
  return new Map((await keystore.list()).map(({ name, address }) => [address, name]));
}

function withName(address: string, names: ReadonlyMap<string, string>): string {
  const name = names.get(address);
  return name === undefined ? printable(address) : `${address} (${name})`;
}

function printable(text: string): string {
  return text.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
