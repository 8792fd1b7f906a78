import type { OptionSpec } from "../../../src/cli/command.js";
import type { Context } from "../../../src/cli/context.js";
import type { Input } from "../../../src/cli/input/input.js";
import { readParameters, type GivenParameters } from "../../../src/cli/input/parameters.js";
import { PASSWORD_OPTIONS } from "../../../src/cli/input/secrets.js";
import { readJsonSource } from "../../../src/cli/input/source.js";
import { usageError } from "../../../src/cli/input/usage-error.js";
import type { Value } from "../../../src/codec/value.js";
import {
  assertSigned,
  readTransactionRecord,
  signTransaction,
  type SignedTransaction,
} from "../../../src/records/transaction.js";
import { callParameters, LITERAL_OPTION } from "../code/call-input.js";
import { askedArguments } from "../code/callable-input.js";
import type { Call } from "../../../src/node/calls/call.js";
import type { Callable } from "../../../src/node/calls/callables.js";
import { KEY_OPTION, openNamedKeys, unlockSigner } from "../key/keys.js";

/** How a transaction is named on the command line: built from its parts and signed, or signed already. */
export const TRANSACTION_ARGUMENTS = askedArguments(
  "contract",
  "the contract's name; - or @file for a transaction that is signed already",
);

export const SIGNING_OPTIONS: readonly OptionSpec[] = [
  KEY_OPTION,
  {
    name: "cid",
    placeholder: "cid",
    description: "the space of the contract, when it is not the network's own",
  },
  {
    name: "timestamp",
    placeholder: "µs",
    description: "the transaction's time in microseconds since 1970, instead of now",
  },
  ...PASSWORD_OPTIONS,
];

/** For commands that build a transaction from what is typed. */
export const BUILDING_OPTIONS: readonly OptionSpec[] = [...SIGNING_OPTIONS, LITERAL_OPTION];

const MICROSECONDS_PER_MILLISECOND = 1000n;

/**
 * Answers a signed transaction, each time with the time of that moment; the same one again where its time was named, or
 * it was signed before.
 */
export type Sign = () => SignedTransaction;

/**
 * The transaction of a command line, with addresses in place of the names of keys where the contract takes an address.
 * `find` says what a call means. Throws what is wrong with it, and what `find` throws, before a password is asked for and
 * anything is sent.
 */
export async function readTransaction(
  context: Context,
  input: Input,
  find: (call: Call) => Promise<Callable | undefined>,
): Promise<Sign> {
  const type = input.argument("type");
  if (type === "-" || type.startsWith("@")) {
    const signed = await readSigned(type === "-" ? type : type.slice(1), context);
    if (!input.flag(LITERAL_OPTION.name)) await assertSignedAddresses(signed, find);
    return () => signed;
  }
  const given = await readParameters(input.rest("parameter"), context.terminal);
  const names = [...given.values.keys()];
  const callable = await find({ kind: "contract", type, cid: input.option("cid"), parameters: names });
  const addresses = callable?.addresses ?? [];
  const parameters = await callParameters(context, input, given, { addresses, refusesZero: true });
  if (callable === undefined && !input.flag(LITERAL_OPTION.name)) await noteNames(context, given);
  return signFor(context, input, type, parameters);
}

/** What is signed cannot be resolved any more. */
async function assertSignedAddresses(
  signed: SignedTransaction,
  find: (call: Call) => Promise<Callable | undefined>,
): Promise<void> {
  const [callable, { assertAddresses }] = await Promise.all([
    find(callOf(signed)),
    import("../../../src/node/calls/resolve-addresses.js"),
  ]);
  assertAddresses(signed.transaction, callable?.addresses ?? [], "If the text itself is meant, add --raw.");
}

/** The call that a transaction is. */
export function callOf({ type, cid, transaction }: SignedTransaction): Call {
  return { kind: "contract", type, cid: cid ?? undefined, parameters: [...transaction.keys()] };
}

/** Says which names are signed as text: without a chain it is not known what the contract takes as addresses. */
async function noteNames(context: Context, { values, texts }: GivenParameters): Promise<void> {
  if (texts.size === 0) return;
  const names = await (await openNamedKeys(context)).names();
  for (const [parameter, value] of values) {
    if (typeof value === "string" && texts.has(parameter) && names.includes(value))
      context.note(`${parameter} is signed as the text ${value}: no chain says whether it is an address.`);
  }
}

/** Unlocks the key that the options name, to build a transaction and sign it with (PROTOCOL 5). */
export async function signFor(
  context: Context,
  input: Input,
  type: string,
  parameters: ReadonlyMap<string, Value>,
): Promise<Sign> {
  const timestamp = timestampOf(input);
  const cid = input.option("cid");
  const key = await unlockSigner(context, input);
  return () => {
    const transaction = new Map<string, Value>([["type", type]]);
    if (cid !== undefined) transaction.set("cid", cid);
    for (const [name, value] of parameters) transaction.set(name, value);
    transaction.set("timestamp", timestamp ?? nowUs());
    transaction.set("from", key.address);
    return signTransaction(transaction, key.privateKey);
  };
}

/** A record as `chainnode tx sign` prints it; its signature is checked before a node sees it. */
async function readSigned(path: string, { terminal }: Context): Promise<SignedTransaction> {
  const transaction = readTransactionRecord(await readJsonSource(path, terminal));
  assertSigned(transaction);
  return transaction;
}

let lastUs = 0n;

/** The time in µs, later than any that was given before: what is signed again is another transaction. */
export function nowUs(): bigint {
  const clockUs = BigInt(Date.now()) * MICROSECONDS_PER_MILLISECOND;
  lastUs = clockUs > lastUs ? clockUs : lastUs + 1n;
  return lastUs;
}

function timestampOf(input: Input): bigint | undefined {
  const text = input.option("timestamp");
  if (text === undefined) return undefined;
  if (/^[0-9]{1,18}$/.test(text)) return BigInt(text);
  throw usageError("TIMESTAMP", "A timestamp is a number of microseconds. ", { timestamp: text });
}
