import { objectToValue, type Value } from "../../codec/value.js";
import { hashLimit } from "../../records/difficulty.js";
import { Fields, malformedField } from "../../records/fields.js";
import { MAX_NONCE_LENGTH, MINING_ATTEMPT_US } from "../../records/limits.js";
import { resourceBlockHeader, type ResourceBlockContent } from "../../records/resource-block.js";

/**
 * Work for a miner inside or outside this node (PROTOCOL 10.2, 10.3): find a nonce of up to 64 characters for which
 * `H(prefix ‖ nonce)`, as hex text, is at most the limit.
 */
export interface MiningJob {
  /** `previous_blockhash ‖ header`, ASCII. It covers the whole block, and so identifies the job. */
  readonly prefix: string;
  /** Whole decimal text, as in the block. */
  readonly difficulty: string;
  /** The greatest hash that proves the work, lower-case hex. */
  readonly limit: string;
  /** The block's timestamp, µs. The header covers it, so a later timestamp is another job. */
  readonly timestamp: number;
  /** The time, µs, from which a nonce is useless and the next job is available. */
  readonly valid_until: number;
}

export interface MiningResult {
  readonly prefix: string;
  readonly nonce: string;
}

/** `attemptUs` is how long to search for a nonce (PROTOCOL 4.3). */
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

/** Reads a miner's result and checks only its form. Throws `RECORD_MALFORMED`. */
export function readMiningResult(value: Value | undefined): MiningResult {
  const fields = new Fields(value, "mining result");
  const nonce = fields.text("nonce");
  if (nonce.length > MAX_NONCE_LENGTH)
    throw malformedField("mining result", "nonce", `must have at most ${MAX_NONCE_LENGTH} characters`);
  return { prefix: fields.text("prefix"), nonce };
}
