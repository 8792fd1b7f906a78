import { publicKeyToAddress } from "../codec/address.js";
import { hashOf, idHashOf, shortHashOf, spaceIdOf } from "../codec/hash.js";
import { timeHash } from "../codec/time.js";
import { createKeyPair } from "../node/identity.js";
import type { Connection } from "./connection.js";
import type { Host } from "./host.js";
import type { Globals } from "./evaluation/create-context.js";
import { createChainObject } from "./objects/chain.js";
import { createCodeObject } from "./objects/code.js";
import { createDebugObjects } from "./objects/debug.js";
import { createOperators } from "./objects/operators.js";
import { createTxObject } from "./objects/tx.js";
import { SentTransactions } from "./sent-transactions.js";
import { toValue } from "./to-value.js";

/** The names that the prompt knows beside JavaScript's own. */
export function createGlobals(attached: Connection, host: Host): Globals {
  const sent = new SentTransactions();
  const client = sent.watch(attached.client);
  const connection = { ...attached, client };
  const { sandbox } = connection;
  return {
    chain: createChainObject(client),
    tx: createTxObject(connection),
    code: createCodeObject(client),
    ...createDebugObjects(connection, sent),
    op: createOperators(),
    hash: (value: unknown) => hashOf(toValue(value)),
    shortHash: (value: unknown) => shortHashOf(toValue(value)),
    idHash: (value: unknown) => idHashOf(toValue(value)),
    timeHash: (value: unknown, timestampUs: number | bigint) => timeHash(toValue(value), timestampUs),
    spaceId: (writer: string, space: string) => spaceIdOf(writer, space),
    address: publicKeyToAddress,
    /** A new pair, or the pair of a private key. */
    keyPair: createKeyPair,
    print: (value: unknown) => host.print(value),
    ...(sandbox === null ? {} : { sandbox }),
  };
}
