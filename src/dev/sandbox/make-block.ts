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

/**
 * Finds a nonce in this thread, a few milliseconds at a time. Throws `SANDBOX_DIFFICULTY` after too many tries, and the
 * signal's reason when it is aborted.
 */
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
