import { proposalCandidates } from "../../consensus/block-candidates.js";
import type { ExecutedBlock } from "../../ledger/execute-block.js";
import type { Execution } from "../../ledger/execute-transactions.js";
import { createHypothesis } from "../../records/hypothesis.js";
import { createSeal, type Seal } from "../../records/seal.js";
import type { Node } from "../node.js";

/**
 * Makes the block of a round time out of what waits (PROTOCOL 9, step 3), none when nothing of it passes, and seals it
 * with the node's key, whoever the validators are. Answers why transactions left the pool without a block, by hash.
 */
export async function makeBlock(
  { ledger, pool, identity }: Pick<Node, "ledger" | "pool" | "identity">,
  sTimestampUs: number,
): Promise<Execution["refused"]> {
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
