import { ZERO_ADDRESS } from "../../codec/address.js";
import type { Value } from "../../codec/value.js";
import { CodeRegistry } from "../../ledger/code-registry.js";
import type { Ledger } from "../../ledger/ledger.js";
import { prepareTransaction, type PreparedTransaction } from "../../ledger/prepared-transaction.js";
import { codeIdOf, parseCode } from "../../records/code.js";
import type { Network } from "../../records/network.js";
import { networkMembers } from "../../records/transaction-rules.js";
import { signTransaction } from "../../records/transaction.js";
import type { StateEntry } from "../../store/store.js";
import type { KeyPair } from "../../data/directory/identity.js";

const NAME = "Fund";
const TO = { $load_param: ["to"] };
const AMOUNT = { $load_param: ["amount"] };
const PARAMETERS = {
  to: { name: "to", type: "string", maxlength: 44, requirements: true, default: "", cases: null },
  amount: { name: "amount", type: "string", maxlength: 40, requirements: true, default: "0", cases: null },
};

/**
 * The contract that creates money in a sandbox. It is not registered on the chain, so only the sandbox finds it. Its
 * writes are in blocks as all others are.
 */
function fundCode({ rootSpace }: Network): string {
  const balance = { $read_universal: ["balance", TO, "0"] };
  return JSON.stringify({
    type: "contract",
    name: NAME,
    version: "1",
    nonce: rootSpace,
    writer: ZERO_ADDRESS,
    parameters: PARAMETERS,
    conditions: [[{ $gte: [AMOUNT, "0"] }, "The amount must be a number from 0. "]],
    updates: [{ $write_universal: ["balance", TO, { $add: [balance, AMOUNT] }] }],
  });
}

export function fundEntry(network: Network): StateEntry {
  const text = fundCode(network);
  return { key: network.prefixes.contract + codeIdOf(parseCode(text)), value: text };
}

/** Prepares a transaction that gives an amount to an address, for the pool. Throws why a parameter is invalid. */
export function prepareFund(
  { network, registry: { generation } }: Pick<Ledger, "network" | "registry">,
  key: KeyPair,
  members: { readonly to: string; readonly amount: string; readonly timestampUs: number },
): PreparedTransaction {
  const registry = new CodeRegistry(network);
  registry.apply([fundEntry(network)]);
  const transaction = new Map<string, Value>([
    ["type", NAME],
    ["timestamp", BigInt(members.timestampUs)],
    ["from", key.address],
    ...networkMembers(network),
    ["to", members.to],
    ["amount", members.amount],
  ]);
  return { ...prepareTransaction(signTransaction(transaction, key.privateKey), registry), generation };
}
