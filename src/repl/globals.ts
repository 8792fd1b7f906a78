import { isAddress, publicKeyToAddress, ZERO_ADDRESS } from "../codec/address.js";
import { hashOf, idHashOf, shortHashOf, spaceIdOf } from "../codec/hash.js";
import { timeHash } from "../codec/time.js";
import { createKeyPair } from "../node/directory/identity.js";
import type { ConsoleConnection } from "./connection.js";
import type { Host } from "./host.js";
import type { Globals } from "./evaluation/create-context.js";
import { createChainObject, type LiteralOptions } from "./objects/chain.js";
import { createCodeObject } from "./objects/code.js";
import { createDebugObjects } from "./objects/debug.js";
import { createDecimal } from "./objects/decimal.js";
import { createKeysObject } from "./objects/keys.js";
import { createNodeObject, createPeersObject } from "./objects/node.js";
import { createOperators } from "./objects/operators.js";
import { createSandboxObject } from "./objects/sandbox.js";
import { createTxObject } from "./objects/tx.js";
import { described } from "./names/described.js";
import { withUsage } from "./names/with-usage.js";
import { createSigners } from "./signers.js";
import { SentTransactions } from "./sent-transactions.js";
import { toValue } from "./to-value.js";
import * as errors from "./errors.js";

/**
 * The id of a writer's space (PROTOCOL 2.1). It is synchronous, so that expressions can use it, and therefore does
 * not resolve the names of keys. Throws `ADDRESS`.
 */
function spaceId(writer: string, space: string, { raw = false }: LiteralOptions = {}): string {
  if (raw || isAddress(writer) || writer === ZERO_ADDRESS) return spaceIdOf(writer, space);
  throw errors.spaceWriter({ address: writer });
}

/** The names that the prompt adds to JavaScript's own. */
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
    chain: described("chain", chain),
    tx: described("tx", tx),
    code: described("code", createCodeObject(connection, host, { signers, wait: (hash) => tx.wait(hash) })),
    keys: described("keys", createKeysObject(host)),
    peers: described("peers", createPeersObject(connection)),
    node: described("node", createNodeObject(connection)),
    ...debug,
    op: createOperators(),
    hash: (value: unknown) => hashOf(toValue(value)),
    shortHash: (value: unknown) => shortHashOf(toValue(value)),
    idHash: (value: unknown) => idHashOf(toValue(value)),
    timeHash: (value: unknown, timestampUs: number | bigint) => timeHash(toValue(value), timestampUs),
    spaceId,
    address: publicKeyToAddress,
    /** A new key pair, or the pair of a private key. */
    keyPair: createKeyPair,
    print: (value: unknown) => host.print(value),
    ...(sandbox === null
      ? {}
      : { sandbox: described("sandbox", createSandboxObject(connection, sandbox, host)) }),
  });
  return { ...globals, decimal: createDecimal() };
}
