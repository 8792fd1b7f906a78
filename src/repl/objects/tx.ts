import type { ListPage } from "../../client/index.js";
import type { Value, ValueMap } from "../../codec/value.js";
import { signTransaction, type SignedTransaction } from "../../records/transaction.js";
import type { Connection } from "../connection.js";
import { toValueMap } from "../to-value.js";

/** A key of the sandbox, or the text of a private key. */
type Signer = string | { readonly privateKey: string };

/** `tx`: build, sign, send and find transactions. */
export function createTxObject({ client, nowUs }: Connection) {
  const build = (type: string, from: string, parameters: unknown = {}): ValueMap =>
    new Map<string, Value>([
      ["type", type],
      ["timestamp", BigInt(nowUs())],
      ["from", from],
      ...toValueMap(parameters),
    ]);
  const sign = (transaction: unknown, signer: Signer): SignedTransaction =>
    signTransaction(toValueMap(transaction), typeof signer === "string" ? signer : signer.privateKey);
  return {
    /** With the time that it is now, unless the parameters say another. */
    build,
    sign,
    /** Answers the hash. */
    send: (transaction: SignedTransaction) => client.sendTransaction(transaction),
    weight: (transaction: SignedTransaction) => client.weight(transaction),
    /** Null when no block holds it. */
    get: (hash: string) => client.getTransaction(hash),
    /** Newest first; all, or those of an address. */
    list: (page: ListPage, address?: string) => client.listTransaction(page, address),
    count: () => client.transactionCount(),
  };
}
