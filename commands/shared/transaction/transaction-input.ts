import type { OptionSpec } from "../../../src/cli/command.js";
import type { Context } from "../../../src/cli/context.js";
import type { Input } from "../../../src/cli/input/input.js";
import { parseParameters } from "../../../src/cli/input/parameters.js";
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
import { askedArguments } from "../code/callable-input.js";
import type { Call } from "../code/call.js";
import { KEY_OPTION, unlockKey } from "../key/keys.js";

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

const MICROSECONDS_PER_MILLISECOND = 1000n;

/**
 * Answers a signed transaction, each time with the time of that moment; the same one again where its time was named, or
 * it was signed before.
 */
export type Sign = () => SignedTransaction;

/**
 * The transaction of a command line. Throws what is wrong with it before anything is sent, and what `check` throws of a
 * call that is still to be signed before a password is asked for.
 */
export async function readTransaction(
  context: Context,
  input: Input,
  check: (call: Call) => Promise<void> = async () => undefined,
): Promise<Sign> {
  const type = input.argument("type");
  if (type === "-" || type.startsWith("@")) {
    const signed = await readSigned(type === "-" ? type : type.slice(1), context);
    return () => signed;
  }
  const parameters = await parseParameters(input.rest("parameter"), context.terminal);
  await check({ kind: "contract", type, cid: input.option("cid"), parameters: [...parameters.keys()] });
  return signFor(context, input, type, parameters);
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
  const key = await unlockKey(context, input, input.option(KEY_OPTION.name));
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
