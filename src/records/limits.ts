/** The limits of every network (PROTOCOL 4.3). Sizes are bytes of canonical text, times microseconds. */

export const MAX_BLOCK_TRANSACTIONS = 2048;
export const MAX_BLOCK_SIZE = 16_777_216;
export const MAX_TRANSACTION_SIZE = 1_048_576;
export const MAX_STATE_VALUE_SIZE = 65_536;
export const MAX_ROUND_RECEIPTS = 256;
/** More statements of a round than its validators can make, even when its slots change hands. */
export const MAX_ROUND_STATEMENTS = 256;
/** Characters of a resource block's nonce (PROTOCOL 10.2). */
export const MAX_NONCE_LENGTH = 64;

/** How far the clock of another node may run ahead of this node's. */
export const TIMESTAMP_ERROR_US = 5_000_000;
/** How old the round's latest chunk may be before a validator starts a round time of its own (PROTOCOL 9.3). */
export const REFRESH_INTERVAL_US = 15_000_000;
/** How long a miner searches before it takes a new header. */
export const MINING_ATTEMPT_US = 15_000_000;

/**
 * The work limit (PROTOCOL 15.8), in characters: for a pass of a submitted transaction, and for a pass of all
 * transactions that a validator proposes together. A full block of transfers stays below it.
 */
export const WORK_LIMIT = 134_217_728;
/** The limit for a pass of all transactions together in a block of another node. A block beyond it is refused. */
export const MAX_BLOCK_WORK = 16 * WORK_LIMIT;

/** The protocol version, the implicit parameter `version` (PROTOCOL 7.17). */
export const PROTOCOL_VERSION = "2.1.9.6";

/** Whether votes are strictly more than the consensus share, 0.6, of the validator slots. */
export function isConsensus(votes: number, slots: number): boolean {
  return votes * 5 > slots * 3;
}
