import type { OptionSpec } from "../../src/cli/command.js";
import type { Context } from "../../src/cli/context.js";
import type { Input } from "../../src/cli/input/input.js";
import { parseParameters } from "../../src/cli/input/parameters.js";
import { PASSWORD_OPTIONS } from "../../src/cli/input/secrets.js";
import { readSource } from "../../src/cli/input/source.js";
import { usageError } from "../../src/cli/input/usage-error.js";
import { parseJson } from "../../src/codec/parse-json.js";
import type { Value } from "../../src/codec/value.js";
import {
  assertSigned,
  readTransactionRecord,
  signTransaction,
  type SignedTransaction,
} from "../../src/records/transaction.js";
import { callableArguments } from "./callable-input.js";
import { KEY_OPTION, unlockKey } from "./keys.js";

/** How a transaction is named on the command line: built from its parts and signed, or signed already. */
export const TRANSACTION_ARGUMENTS = callableArguments(
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

/** The signed transaction of a command line. Throws what is wrong with it before anything is sent. */
export async function readTransaction(context: Context, input: Input): Promise<SignedTransaction> {
  const type = input.argument("type");
  if (type === "-" || type.startsWith("@")) {
    return readSigned(type === "-" ? type : type.slice(1), context);
  }
  const parameters = await parseParameters(input.rest("parameter"), context.terminal);
  return signFor(context, input, type, parameters);
}

/** Builds a transaction and signs it with the key that the options name (PROTOCOL 5). */
export async function signFor(
  context: Context,
  input: Input,
  type: string,
  parameters: ReadonlyMap<string, Value>,
): Promise<SignedTransaction> {
  const timestamp = timestampOf(input);
  const cid = input.option("cid");
  const key = await unlockKey(context, input, input.option(KEY_OPTION.name));
  const transaction = new Map<string, Value>([["type", type]]);
  if (cid !== undefined) transaction.set("cid", cid);
  for (const [name, value] of parameters) transaction.set(name, value);
  transaction.set("timestamp", timestamp);
  transaction.set("from", key.address);
  return signTransaction(transaction, key.privateKey);
}

/** A record as `chainnode tx sign` prints it; its signature is checked before a node sees it. */
async function readSigned(path: string, { terminal }: Context): Promise<SignedTransaction> {
  const transaction = readTransactionRecord(parseJson(await readSource(path, terminal)));
  assertSigned(transaction);
  return transaction;
}

export function nowUs(): bigint {
  return BigInt(Date.now()) * MICROSECONDS_PER_MILLISECOND;
}

function timestampOf(input: Input): bigint {
  const text = input.option("timestamp");
  if (text === undefined) return nowUs();
  if (/^[0-9]{1,18}$/.test(text)) return BigInt(text);
  throw usageError("TIMESTAMP", "A timestamp is a number of microseconds. ", { timestamp: text });
}
