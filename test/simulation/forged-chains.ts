import { ChainError } from "../../src/codec/chain-error.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { devAccounts } from "../../src/data/dev-network.js";
import type { Node } from "../../src/node/node.js";
import { networkMembers } from "../../src/records/transaction-rules.js";
import { readSignedTransaction } from "../../src/records/transaction.js";
import { FastSigner } from "../support/fast-signer.js";
import { mineNext, sealAlone } from "../support/forged-blocks.js";
import { redated } from "../support/redated.js";
import { ShadowChain } from "../support/shadow-chain.js";
import { copyDisk } from "./disk.js";
import type { Participant } from "./participant.js";

const SECOND_US = 1_000_000;

/** A chain that a hostile node shows in place of its own; it begins as its own. */
export async function shadowOf({ node, store }: Participant): Promise<ShadowChain> {
  if (node === null) throw new Error("An attacker begins while its process runs. ");
  return ShadowChain.open(await copyDisk(store), node.ledger.network);
}

/** Becomes the node's chain, its last block dated later or earlier, as anyone can date it without a key. */
export async function followRedated(shadow: ShadowChain, node: Node, byUs: number): Promise<void> {
  try {
    await shadow.follow(node.ledger.store, { alter: (last) => redated(last, last.s_timestamp + byUs) });
  } catch (error) {
    // At that date the block has other validators or pays another reward, so it cannot be dated so.
    if (!(error instanceof ChainError)) throw error;
    await shadow.follow(node.ledger.store);
  }
}

/**
 * Becomes the node's chain without its last blocks, and with one for each second since that the node may seal as the
 * newest slot.
 */
export async function sealPastTerm(shadow: ShadowChain, node: Node, blocks: number): Promise<void> {
  const { ledger } = shadow;
  const { address, privateKey } = node.identity.node;
  const [account] = devAccounts();
  const signer = new FastSigner(account ?? node.identity.node, networkMembers(ledger.network));
  const from = Math.max(node.ledger.resourceChain.fixedMainHeight + 1, node.ledger.tip.height - blocks);
  await shadow.follow(node.ledger.store, { to: from });
  for (let time = ledger.tip.s_timestamp + SECOND_US; time < node.clock.nowUs(); time += SECOND_US) {
    if ((await ledger.validatorsAt(time)).at(-1) !== address) continue;
    const { transaction, ...signed } = signer.transfer(address, time);
    const read = readSignedTransaction({ ...signed, transaction: parseJson(transaction) });
    await sealAlone(ledger, read, { s_timestamp: time, privateKey });
  }
}

/**
 * Mines the next resource block of a chain for a node: it names the last main block, or the one that its parent names.
 * Does nothing while no block of this time may follow the parent (PROTOCOL 10.4).
 */
export async function mineOn(
  { ledger }: ShadowChain,
  { identity, clock }: Node,
  { timestamp, isNew }: { readonly timestamp: number; readonly isNew: boolean },
): Promise<void> {
  const parent = ledger.resourceChain.tip;
  if (parent === null || timestamp >= clock.nowUs() || timestamp <= parent.timestamp + SECOND_US) return;
  const { height, blockhash } = ledger.tip;
  const named = isNew ? { main_height: height, main_blockhash: blockhash } : parent;
  const { main_height, main_blockhash } = named;
  const { address } = identity.node;
  const content = { main_height, main_blockhash, validator: address, miner: address, timestamp };
  const block = await mineNext(ledger, content);
  await ledger.resourceChain.commit(block, clock.nowUs(), { isTentative: true });
}
