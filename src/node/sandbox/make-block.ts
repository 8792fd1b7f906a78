import { proposalCandidates } from "../../consensus/block-candidates.js";
import type { ExecutedBlock } from "../../ledger/execute-block.js";
import type { ExecutedTransactions } from "../../ledger/execute-transactions.js";
import { createHypothesis } from "../../records/hypothesis.js";
import { createSeal, type Seal } from "../../records/seal.js";
import type { Node } from "../node.js";

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
    await ledger.commit(block, sealOf(block, identity.node.privateKey));
    pool.remove(block.content.transactions.map(({ hash }) => hash));
    pool.removeOlderThan(sTimestampUs);
  }
  pool.remove(refused.keys());
  return refused;
}

function sealOf({ content, hash }: ExecutedBlock, privateKey: string): Seal {
  const { previous_blockhash, s_timestamp } = content;
  const { transactionRoot } = hash;
  return createSeal([
    createHypothesis({ previous_blockhash, s_timestamp, chunks: new Map(), transactionRoot }, privateKey),
  ]);
}
