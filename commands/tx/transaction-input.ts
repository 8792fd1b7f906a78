import type { OptionSpec } from "../../src/cli/command.js";
import type { Context } from "../../src/cli/context.js";
import type { Input } from "../../src/cli/input/input.js";
import { readParameters, type GivenParameters } from "../../src/cli/input/parameters.js";
import { PASSWORD_OPTIONS } from "../../src/cli/input/secrets.js";
import { readJsonSource } from "../../src/cli/input/source.js";
import { usageError } from "../../src/cli/input/usage-error.js";
import type { Value } from "../../src/codec/value.js";
import {
  assertSigned,
  readTransactionRecord,
  signTransaction,
  type SignedTransaction,
} from "../../src/records/transaction.js";
import { callParameters, LITERAL_OPTION } from "../shared/code/call-input.js";
import { askedArguments } from "../code/call-input.js";
import type { Call } from "../../src/node/calls/call.js";
import type { Callable } from "../../src/node/calls/callables.js";
import { KEY_OPTION, openNamedKeys, unlockSigner } from "../key/keys.js";

/** The arguments that describe a transaction: its type and parameters, or a file with a signed one. */
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

/** The options of commands that build a transaction. */
export const BUILDING_OPTIONS: readonly OptionSpec[] = [...SIGNING_OPTIONS, LITERAL_OPTION];

const MICROSECONDS_PER_MILLISECOND = 1000n;

/**
 * Returns a signed transaction, each time with the current time. When its time was given, or it was signed before,
 * returns the same one again.
 */
export type Sign = () => SignedTransaction;

/**
 * The transaction of a command line, with names of keys replaced by addresses where the contract takes an address.
 * `find` looks up the code of a call. Throws what is wrong with it, and what `find` throws, before it asks for a
 * password and before anything is sent.
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

/** Refuses names of keys in a signed transaction, where they can no longer be replaced. */
async function assertSignedAddresses(
  signed: SignedTransaction,
  find: (call: Call) => Promise<Callable | undefined>,
): Promise<void> {
  const [callable, { assertAddresses }] = await Promise.all([
    find(callOf(signed)),
    import("../../src/node/calls/resolve-addresses.js"),
  ]);
  assertAddresses(signed.transaction, callable?.addresses ?? [], "If the text itself is meant, add --raw.");
}

/** The call that a transaction is. */
export function callOf({ type, cid, transaction }: SignedTransaction): Call {
  return { kind: "contract", type, cid: cid ?? undefined, parameters: [...transaction.keys()] };
}

/** Tells the user which names are signed as text: without a chain, the parameters that are addresses are unknown. */
async function noteNames(context: Context, { values, texts }: GivenParameters): Promise<void> {
  if (texts.size === 0) return;
  const names = await (await openNamedKeys(context)).names();
  for (const [parameter, value] of values) {
    if (typeof value === "string" && texts.has(parameter) && names.includes(value))
      context.note(`${parameter} is signed as the text ${value}: no chain says whether it is an address.`);
  }
}

/** Unlocks the key of the options, to build and sign a transaction (PROTOCOL 5.2). */
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

/** Reads a record as `chainnode tx sign` prints it. Its signature is checked before a node sees it. */
async function readSigned(path: string, { terminal }: Context): Promise<SignedTransaction> {
  const transaction = readTransactionRecord(await readJsonSource(path, terminal));
  assertSigned(transaction);
  return transaction;
}

let lastUs = 0n;

/** The time in µs, later than any returned before, so that a transaction that is signed again has another hash. */
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
