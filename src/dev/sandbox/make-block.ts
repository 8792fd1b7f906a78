import { proposalCandidates } from "../../consensus/block-candidates.js";
import type { ExecutedBlock } from "../../ledger/execute-block.js";
import type { ExecutedTransactions } from "../../ledger/execute-transactions.js";
import type { Network } from "../../records/network.js";
import { createHypothesis } from "../../records/hypothesis.js";
import { createSeal, type Seal } from "../../records/seal.js";
import type { Node } from "../../node/node.js";
import { setImmediate } from "node:timers/promises";
import { createFastestKernel } from "../../consensus/miner/kernels.js";
import type { MiningJob, MiningResult } from "../../consensus/miner/mining-job.js";
import { COUNTERS_PER_SCAN, SALT_DIGITS } from "../../consensus/miner/nonce.js";
import * as errors from "../errors.js";
import { ZERO_ADDRESS } from "../../codec/address.js";
import type { Value } from "../../codec/value.js";
import { CodeRegistry } from "../../ledger/code-registry.js";
import type { Ledger } from "../../ledger/ledger.js";
import { prepareTransaction, type PreparedTransaction } from "../../ledger/prepared-transaction.js";
import { codeIdOf, parseCode } from "../../records/code.js";
import { networkMembers } from "../../records/transaction-rules.js";
import { signTransaction } from "../../records/transaction.js";
import type { StateEntry } from "../../store/store.js";
import type { KeyPair } from "../../data/directory/identity.js";

/**
 * Makes the block of a round time from the pool (PROTOCOL 9.4), unless no transaction passes, and seals it with the
 * node's key, whether or not the node is a validator. Returns by hash why transactions left the pool without a block.
 */
export async function makeBlock(
  { ledger, pool, identity }: Pick<Node, "ledger" | "pool" | "identity">,
  sTimestampUs: number,
): Promise<ExecutedTransactions["refused"]> {
  const transactions = await proposalCandidates({ pool, ledger }, sTimestampUs - 1);
  const { block, refused } = await ledger.execute(transactions, sTimestampUs);
  if (block !== null) {
    await ledger.commit(block, sealOf(block, ledger.network, identity.node.privateKey));
    pool.remove(block.content.transactions.map(({ hash }) => hash));
    pool.removeOlderThan(sTimestampUs);
  }
  pool.remove(refused.keys());
  return refused;
}

function sealOf({ content, hash }: ExecutedBlock, { ruleSet }: Network, privateKey: string): Seal {
  const { previous_blockhash, s_timestamp } = content;
  const hypothesis_hash = ruleSet.hypothesisHash({ previous_blockhash, ...hash });
  return createSeal([
    createHypothesis({ hypothesis_hash, previous_blockhash, s_timestamp, chunks: new Map() }, privateKey),
  ]);
}

/** Takes one core some seconds. */
const MOST_TRIES = 64_000_000;
/** A sandbox has no competing miners. */
const SALT = "0".repeat(SALT_DIGITS);

/** Finds a nonce, a few milliseconds at a time. Throws `SANDBOX_DIFFICULTY`, and the signal's reason once aborted. */
export async function searchNonce(
  { prefix, limit, difficulty }: MiningJob,
  signal: AbortSignal | undefined,
): Promise<MiningResult> {
  const kernel = await createFastestKernel();
  for (let from = 0; from < MOST_TRIES;) {
    const { nonce, tried } = kernel.search({ prefix, limit, salt: SALT }, { from, count: COUNTERS_PER_SCAN });
    if (nonce !== null) return { prefix, nonce };
    from += tried;
    await setImmediate();
    signal?.throwIfAborted();
  }
  throw errors.sandboxDifficulty({ difficulty });
}

const NAME = "Fund";
const TO = { $load_param: ["to"] };
const AMOUNT = { $load_param: ["amount"] };
const PARAMETERS = {
  to: { name: "to", type: "string", maxlength: 44, requirements: true, default: "", cases: null },
  amount: { name: "amount", type: "string", maxlength: 40, requirements: true, default: "0", cases: null },
};

/** The contract that creates money in a sandbox. It is not registered; its writes are in blocks as all others are. */
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
