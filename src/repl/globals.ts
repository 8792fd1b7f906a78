import { Decimal } from "decimal.js";
import { isAddress, publicKeyToAddress, ZERO_ADDRESS } from "../codec/address.js";
import { COIN_SCALE, coinsToUnits } from "../codec/coins.js";
import { hashOf, idHashOf, shortHashOf, spaceIdOf, timeHash } from "../codec/hash.js";
import { valueToText } from "../codec/text.js";
import { isContainer, type Value } from "../codec/value.js";
import { createKeyPair } from "../data/directory/identity.js";
import { OPERATORS } from "../records/operators/table.js";
import type { ConsoleConnection, Host } from "./connection.js";
import type { Globals } from "./evaluation/evaluator.js";
import { CONSOLE_NAMES } from "./names/table.js";
import { createChainObject, type LiteralOptions } from "./objects/chain.js";
import { createCodeObject } from "./objects/code.js";
import { createDebugObjects } from "./objects/debug.js";
import { createKeysObject } from "./objects/keys.js";
import { createNodeObject, createPeersObject } from "./objects/node.js";
import { createSandboxObject } from "./objects/sandbox.js";
import { createTxObject } from "./objects/tx.js";
import { withUsage } from "./names/with-usage.js";
import { printable } from "./print/shown-as.js";
import { createSigners } from "./signers.js";
import { SentTransactions } from "./sent-transactions.js";
import { toValue } from "./to-value.js";
import * as errors from "./errors.js";

/** The id of a space (PROTOCOL 2.1). Synchronous, so it takes no names of keys. Throws `ADDRESS`. */
function spaceId(writer: string, space: string, { raw = false }: LiteralOptions = {}): string {
  if (raw || isAddress(writer) || writer === ZERO_ADDRESS) return spaceIdOf(writer, space);
  throw errors.spaceWriter({ address: writer });
}

/** The units of an amount in coins, as text. Throws `AMOUNT`. */
function coinsOf(amount: unknown): string {
  // A fraction in floating point may have lost digits.
  const isExact = typeof amount !== "number" || Number.isSafeInteger(amount);
  const value = isExact ? toValue(amount) : null;
  const units = isContainer(value) ? null : coinsToUnits(valueToText(value));
  if (units === null) throw errors.coinsAmount({ amount: String(amount), digits: COIN_SCALE });
  return units;
}

export function createGlobals(attached: ConsoleConnection, host: Host): Globals {
  const sent = new SentTransactions();
  const client = sent.watch(attached.client);
  const connection = { ...attached, client };
  const { sandbox } = connection;
  const signers = createSigners(connection, host);
  const debug = createDebugObjects(connection, host, sent);
  const tx = { ...createTxObject(connection, host, signers), trace: debug.trace };
  const chain = {
    ...createChainObject(connection, host),
    validators: async (height?: number | bigint) =>
      debug.at(height ?? (await client.blockCount())).validators(),
  };
  const globals = withUsage({
    chain: withMemberList("chain", chain),
    tx: withMemberList("tx", tx),
    code: withMemberList(
      "code",
      createCodeObject(connection, host, { signers, wait: (hash) => tx.wait(hash) }),
    ),
    keys: withMemberList("keys", createKeysObject(host)),
    peers: withMemberList("peers", createPeersObject(connection)),
    node: withMemberList("node", createNodeObject(connection)),
    ...debug,
    op: createOperators(),
    hash: (value: unknown) => hashOf(toValue(value)),
    shortHash: (value: unknown) => shortHashOf(toValue(value)),
    idHash: (value: unknown) => idHashOf(toValue(value)),
    timeHash: (value: unknown, timestampUs: number | bigint) => timeHash(toValue(value), timestampUs),
    spaceId,
    address: publicKeyToAddress,
    coins: coinsOf,
    /** A new key pair, or the pair of a private key. */
    keyPair: createKeyPair,
    print: (value: unknown) => host.print(value),
    ...(sandbox === null
      ? {}
      : { sandbox: withMemberList("sandbox", createSandboxObject(connection, sandbox, host)) }),
  });
  return { ...globals, decimal: createDecimal() };
}

/** Returns an object that is shown as the list of its members. */
function withMemberList<T extends object>(name: string, object: T): T {
  return printable(withUsage(object, `${name}.`), ({ dim }) => {
    const members = CONSOLE_NAMES.filter((entry) => entry.name.startsWith(`${name}.`));
    return members.map(({ signature, summary }) => `${signature}\n  ${dim(summary)}\n`).join("");
  });
}

/** Enough for the product of two 256-bit numbers, such as difficulties, with the 18 decimal places of an amount. */
const PRECISION = 200;
/** The largest exponent of decimal.js: text is never in exponential notation, which the protocol does not read. */
const NEVER = 9e15;

/** A constructor of decimal.js that truncates results like the protocol's operators (PROTOCOL 7.19). */
export function createDecimal(): typeof Decimal {
  return Decimal.clone({
    precision: PRECISION,
    rounding: Decimal.ROUND_DOWN,
    toExpNeg: -NEVER,
    toExpPos: NEVER,
  });
}

/** Builds the call of an operator from its arguments (PROTOCOL 7). */
export type OperatorBuilder = (...args: readonly unknown[]) => ReadonlyMap<string, Value>;

/** `op`: one builder for every operator, by its name without the dollar sign. */
export function createOperators(): Readonly<Record<string, OperatorBuilder>> {
  const names = [...OPERATORS.keys()];
  const builders = names.map((name): [string, OperatorBuilder] => [
    name,
    (...args) => new Map([[`$${name}`, args.map(toValue)]]),
  ]);
  return printable(Object.fromEntries(builders), ({ dim }) => {
    const list = names.toSorted().join("  ");
    return `op.<operator>(...arguments)\n  ${dim("the call of an operator, as in the JSON of a code:")}\n${list}\n`;
  });
}
