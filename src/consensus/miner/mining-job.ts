import { objectToValue, type Value } from "../../codec/value.js";
import { hashLimit } from "../../records/difficulty.js";
import { Fields, malformed } from "../../records/fields.js";
import { MAX_NONCE_LENGTH, MINING_ATTEMPT_US } from "../../records/limits.js";
import { resourceBlockHeader, type ResourceBlockContent } from "../../records/resource-block.js";

/**
 * Work for a miner, ours or another (PROTOCOL 10): find a nonce of up to 64 characters for which
 * `H(prefix ‖ nonce)`, as hex text, is at most the limit.
 */
export interface MiningJob {
  /** `previous_blockhash ‖ header`, ASCII. It stands for the whole block, and so names the job. */
  readonly prefix: string;
  /** Whole decimal text, as in the block. */
  readonly difficulty: string;
  /** The difficulty as a hash: lower-case hex. */
  readonly limit: string;
  /** The block's, in microseconds. The header covers it: a later one is another job. */
  readonly timestamp: number;
  /** Microseconds: from then on a nonce is of no use, and the next job is to be had. */
  readonly valid_until: number;
}

export interface MiningResult {
  /** The job's. */
  readonly prefix: string;
  readonly nonce: string;
}

/** `attemptUs` is how long a nonce is searched for it. */
export function createMiningJob(block: ResourceBlockContent, attemptUs = MINING_ATTEMPT_US): MiningJob {
  return {
    prefix: block.previous_blockhash + resourceBlockHeader(block),
    difficulty: block.difficulty,
    limit: hashLimit(block.difficulty),
    timestamp: block.timestamp,
    valid_until: block.timestamp + attemptUs,
  };
}

export function miningJobToValue(job: MiningJob): Value {
  return objectToValue({
    prefix: job.prefix,
    difficulty: job.difficulty,
    limit: job.limit,
    timestamp: BigInt(job.timestamp),
    valid_until: BigInt(job.valid_until),
  });
}

/** Reads a result that arrived: its form only. Throws `RECORD_MALFORMED`. */
export function readMiningResult(value: Value | undefined): MiningResult {
  const fields = new Fields(value, "mining result");
  const nonce = fields.text("nonce");
  if (nonce.length > MAX_NONCE_LENGTH)
    throw malformed(
      `The mining result's nonce must have at most ${MAX_NONCE_LENGTH} characters. `,
      "mining result",
      "nonce",
    );
  return { prefix: fields.text("prefix"), nonce };
}
