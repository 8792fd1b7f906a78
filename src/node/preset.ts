import { ChainError } from "../codec/chain-error.js";
import type { Value } from "../codec/value.js";
import { intervalFull } from "../consensus/errors.js";
import { parseCode } from "../records/code.js";
import { CONTRACTS } from "../records/operations/system-contracts.js";
import { networkMembers } from "../records/transaction-rules.js";
import { signTransaction } from "../records/transaction.js";
import { presetCodes, type PresetName } from "../system/presets.js";
import type { KeyPair } from "../data/directory/identity.js";
import type { Node } from "./node.js";

/**
 * Prepares an empty chain: Genesis, then the codes of a preset (PROTOCOL 6.9, 6.13, 6.18), all signed by this node,
 * which must be the genesis node. Completes what an interrupted call left undone.
 */
export async function prepareChain(node: ChainFounder, preset: PresetName): Promise<void> {
  const { network, tip } = node.ledger;
  const signer = node.identity.node;
  if (tip.height === 0) {
    await includeAll(node, signer, [
      { type: CONTRACTS.GENESIS.type, network_address: network.networkAddress },
    ]);
  }
  const missing = missingCodes(node, preset);
  await includeAll(
    node,
    signer,
    missing.map((code) => ({ type: CONTRACTS.REGISTER.type, code })),
  );
}

export function isPrepared(node: ChainFounder, preset: PresetName): boolean {
  return node.ledger.tip.height > 0 && missingCodes(node, preset).length === 0;
}

function missingCodes(
  { ledger: { network, registry } }: ChainFounder,
  preset: PresetName,
): readonly string[] {
  return presetCodes(preset, network).filter((text) => !registry.isRegistered(parseCode(text)));
}

export type TransactionMembers = Readonly<Record<string, Value>> & { readonly type: string };

/** Accepts transactions and waits until they are in blocks. */
export interface TransactionSubmitter extends Pick<Node, "submit" | "whenIncluded"> {
  readonly clock: Pick<Node["clock"], "nowUs">;
  readonly ledger: Pick<Node["ledger"], "network">;
}

/** The part of a node that is needed to prepare a new chain. */
export type ChainFounder = TransactionSubmitter & Pick<Node, "ledger" | "identity">;

/** The number of times that a transaction is sent before the call fails. */
const MAX_ATTEMPTS = 10;
/** The errors of a transaction that was too late for the round in which it was signed (PROTOCOL 5.5). */
const LATE: ReadonlySet<string> = new Set(["TRANSACTION_OVERTAKEN", "TRANSACTION_DROPPED"]);

/**
 * Signs transactions with the current time, sends them, and waits until all are in blocks. A transaction that is too
 * late for its round, as on a busy machine, or finds its interval full, is signed and sent again, the latter for the
 * next interval.
 */
export async function includeAll(
  node: TransactionSubmitter,
  signer: KeyPair,
  transactions: readonly TransactionMembers[],
): Promise<void> {
  await Promise.all(transactions.map((transaction, index) => include(node, signer, { transaction, index })));
}

interface IndexedTransaction {
  readonly transaction: TransactionMembers;
  readonly index: number;
}

async function include(
  node: TransactionSubmitter,
  signer: KeyPair,
  { transaction: { type, ...parameters }, index }: IndexedTransaction,
): Promise<void> {
  const { main_chain_interval } = node.ledger.network.constants;
  let aheadUs = 0;
  for (let attempt = 1; ; attempt += 1) {
    // The hash does not cover the signer: `from` and the index make the hashes differ.
    const timestamp = BigInt(node.clock.nowUs() + aheadUs + index);
    const members = new Map<string, Value>([
      ["type", type],
      ["timestamp", timestamp],
      ["from", signer.address],
      ...networkMembers(node.ledger.network),
      ...Object.entries(parameters),
    ]);
    const signed = signTransaction(members, signer.privateKey);
    try {
      await node.submit(signed);
      await node.whenIncluded([signed.hash]);
      return;
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !(error instanceof ChainError)) throw error;
      if (error.code === intervalFull.code) aheadUs += main_chain_interval;
      else if (!LATE.has(error.code)) throw error;
    }
  }
}
