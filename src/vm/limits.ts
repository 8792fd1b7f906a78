/** What the network allows a run (PROTOCOL 4 and 7): counted, never timed, so that every node decides the same. */
export interface MachineLimits {
  /** Bytes of a transaction, and of what its evaluated executions make as text. */
  readonly transactionSize: number;
  /** The same for a request's evaluated executions. */
  readonly blockSize: number;
  /** Bytes of a state value's text. */
  readonly stateValueSize: number;
}

/** The public network's limits. */
export const PUBLIC_LIMITS: MachineLimits = {
  transactionSize: 1_048_576,
  blockSize: 16_777_216,
  stateValueSize: 65_536,
};

/** The protocol version that `version` implies (PROTOCOL 7). */
export const PROTOCOL_VERSION = "2.1.9.6";
