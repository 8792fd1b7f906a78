import { assertCall } from "../../src/actions/check-call.js";
import { positional, option, type Context, type OptionSpec } from "../../src/cli/command.js";
import type { Input } from "../../src/cli/input/input.js";
import { readParameters, type GivenParameters } from "../../src/cli/input/parameters.js";
import { PASSWORD_OPTIONS } from "../../src/cli/input/secrets.js";
import { readJsonSource } from "../../src/cli/input/source.js";
import type { Value } from "../../src/codec/value.js";
import {
  assertSigned,
  readTransactionRecord,
  type SignedTransaction,
  unsignedTransaction,
} from "../../src/records/transaction.js";
import { KEY_OPTION, openKey } from "../keys.js";
import { askedArguments, callParameters, cidOption, readCid } from "../call-input.js";
import { completeTransactions } from "../completers.js";
import { LITERAL_OPTION } from "../options.js";
import { callOf, type CodeCall, type Callable } from "../../src/actions/callables.js";
import { nowUs, type Sign } from "../../src/actions/send-in-time.js";
import { NO_USE } from "../../src/records/parameter-use.js";
import { usage } from "../../src/cli/errors.js";
import * as errors from "../errors.js";

/** The arguments that describe a transaction: its type and parameters, or a file with a signed one. */
export const TRANSACTION_ARGUMENTS = askedArguments(
  "contract",
  "name of the contract; - or @file for a signed transaction",
);

export const SIGNING_OPTIONS: readonly OptionSpec[] = [
  KEY_OPTION,
  cidOption("contract"),
  option("--timestamp <µs>", "time of the transaction in microseconds since 1970", "now"),
  ...PASSWORD_OPTIONS,
];

export const BUILDING_OPTIONS: readonly OptionSpec[] = [...SIGNING_OPTIONS, LITERAL_OPTION];

/** Members that the command itself gives to a transaction, and how a user chooses them. */
const OWN_MEMBERS: ReadonlyMap<string, string> = new Map([
  ["type", "Name the contract before its parameters."],
  ["cid", "Choose the space with --cid."],
  ["timestamp", "Choose the time with --timestamp."],
  ["from", "Choose the sender with --key."],
]);

/** Throws `USAGE` for a parameter that the signed transaction would not have as it was given. */
export function assertNoOwnMembers(names: readonly string[]): void {
  for (const name of names) {
    const advice = OWN_MEMBERS.get(name);
    if (advice !== undefined)
      throw usage({ sentence: `${name} belongs to the transaction, and is no parameter.`, advice });
  }
}

type FindCode = (call: CodeCall) => Promise<Callable | undefined>;

interface ReadingOptions {
  /** Looks up the code of a call. Default: on the chain. */
  readonly find?: FindCode;
  /** Whether no node may be asked, not even for its network (PROTOCOL 16.5). */
  readonly isOffline?: boolean;
}

/**
 * The transaction of a command line, with names of keys replaced by addresses where the contract takes an address. Throws what is wrong with it, and what `find` throws, before it asks for a
 * password and before anything is sent.
 */
export async function readTransaction(
  context: Context,
  input: Input,
  options: ReadingOptions = {},
): Promise<Sign> {
  const { find = (call: CodeCall) => assertCall(context.workspace.readableCodes, call), isOffline = false } =
    options;
  const type = input.argument("type");
  if (type === "-" || type.startsWith("@")) {
    const signed = await readSigned(type === "-" ? type : type.slice(1), context);
    if (!input.flag(LITERAL_OPTION.name)) await assertSignedParameters(signed, find);
    return () => signed;
  }
  const given = await readParameters(input.rest("parameter"), context.terminal);
  const names = [...given.values.keys()];
  assertNoOwnMembers(names);
  const cid = await readCid(context, input);
  const callable = await find({ kind: "contract", type, cid, parameters: names });
  const parameters = await callParameters(context, input, { ...given, use: callable, refusesZero: true });
  if (callable === undefined && !input.flag(LITERAL_OPTION.name)) await noteNames(context, given);
  return signFor(context, input, { type, parameters, isOffline });
}

/** Refuses, in a signed transaction, what cannot be meant and can no longer be replaced. */
async function assertSignedParameters(signed: SignedTransaction, find: FindCode): Promise<void> {
  const callable = await find(callOf(signed));
  const { assertParameters } = await import("../../src/actions/resolve-addresses.js");
  assertParameters(signed.transaction, callable ?? NO_USE, "If the text itself is meant, add --raw.");
}

/** Tells the user which names are signed as text: without a chain, the parameters that are addresses are unknown. */
async function noteNames(context: Context, { values, texts }: GivenParameters): Promise<void> {
  if (texts.size === 0) return;
  const names = await (await context.workspace.keys()).names();
  for (const [parameter, value] of values) {
    if (typeof value === "string" && texts.has(parameter) && names.includes(value))
      context.note(`${parameter} is signed as the text ${value}: no chain says whether it is an address.`);
  }
}

interface BuiltCall {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, Value>;
}

/** An unlocked key that builds and signs transactions (PROTOCOL 5.2). */
export interface OpenSigner {
  /** The cid of the options. */
  readonly cid: string | undefined;
  readonly sign: (
    call: BuiltCall & { readonly cid: string | undefined },
    ...use: Parameters<Sign>
  ) => ReturnType<Sign>;
}

/** Unlocks the key of the options. */
export async function openSigner(
  context: Context,
  input: Input,
  { isOffline = false }: Pick<ReadingOptions, "isOffline"> = {},
): Promise<OpenSigner> {
  const timestamp = timestampOf(input);
  const cid = await readCid(context, input);
  const members = await context.workspace.networkMembers({ isOffline });
  const key = await openKey(context, input);
  return {
    cid,
    sign(call, use) {
      const transaction = new Map<string, Value>([["type", call.type], ...members]);
      if (call.cid !== undefined) transaction.set("cid", call.cid);
      for (const [name, value] of call.parameters) transaction.set(name, value);
      transaction.set("timestamp", timestamp ?? nowUs());
      transaction.set("from", key.address);
      return use === "show" ? unsignedTransaction(transaction, key.publicKey) : key.sign(transaction);
    },
  };
}

/** Unlocks the key of the options, to sign a call. */
export async function signFor(
  context: Context,
  input: Input,
  { isOffline = false, ...call }: BuiltCall & Pick<ReadingOptions, "isOffline">,
): Promise<Sign> {
  const { cid, sign } = await openSigner(context, input, { isOffline });
  return (use) => sign({ ...call, cid }, use);
}

/** Reads a record as `chainnode tx sign` prints it. Its signature is checked before a node sees it. */
async function readSigned(path: string, { terminal }: Context): Promise<SignedTransaction> {
  const transaction = readTransactionRecord(await readJsonSource(path, terminal));
  assertSigned(transaction);
  return transaction;
}

function timestampOf(input: Input): bigint | undefined {
  const text = input.option("timestamp");
  if (text === undefined) return undefined;
  if (/^[0-9]{1,18}$/.test(text)) return BigInt(text);
  throw errors.timestampInvalid({ timestamp: text });
}

export const TRANSACTION_HASH_ARGUMENT = positional(
  "<hash>",
  "hash of the transaction, 78 characters or the first ones",
  { complete: completeTransactions },
);
