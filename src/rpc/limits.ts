import { MAX_BODY_SIZE } from "../records/operations/limits.js";

/** What one server takes at most. Tests give smaller ones. */
export interface ServerLimits {
  /** Bytes of a body. */
  readonly bodySize: number;
  /** Open connections, in all and from one address; of IPv6, a /64 network counts as one. */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** How long a client may take to send its headers, and the whole request. */
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** How long an idle connection is kept. */
  readonly keepAliveTimeoutMs: number;
  /**
   * Requests a second from one address, 0 for no limit; loopback addresses have none. A peer makes some ten a second,
   * and while it fetches a chain not many more: the default is for several behind one address.
   */
  readonly rateLimit: number;
}

export const DEFAULT_SERVER_LIMITS: ServerLimits = {
  bodySize: MAX_BODY_SIZE,
  connections: 1000,
  connectionsPerAddress: 64,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 15_000,
  rateLimit: 500,
};

/** How long answers under way may take when the node stops. */
export const STOP_GRACE_MS = 5000;

/** Fields of one form, query string included. No operation has more than five parameters. */
export const MAX_FORM_FIELDS = 1000;
/** Shorter answers are not worth compressing. */
export const MIN_COMPRESSED_LENGTH = 16_384;
