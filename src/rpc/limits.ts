import { MAX_BODY_SIZE } from "../records/operations/limits.js";

/** The limits of one server. Tests set smaller ones. */
export interface ServerLimits {
  /** The largest body, in bytes. */
  readonly bodySize: number;
  /** The most open connections, in total and from one address. An IPv6 /64 network counts as one address. */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** The most requests of a connection that wait for the answer to an earlier one. One more ends the connection. */
  readonly requestsAhead: number;
  /** The most such requests, in total and from one address. */
  readonly requestsWaiting: number;
  readonly requestsWaitingPerAddress: number;
  /**
   * The most bytes of answers and streams that clients leave unread, all together, and how long a client may take nothing
   * of what there is for it.
   */
  readonly unreadBytes: number;
  readonly unreadMs: number;
  /** The most streams of events, in total and to one address; they do not count as connections. */
  readonly streams: number;
  readonly streamsPerAddress: number;
  /** After how long without an event a stream gets a comment. */
  readonly streamIdleMs: number;
  /** How long a client may take to send its headers, and the whole request. */
  readonly headersTimeoutMs: number;
  readonly requestTimeoutMs: number;
  /** How long an idle connection is kept. */
  readonly keepAliveTimeoutMs: number;
  /**
   * Requests a second from one address; 0 means no limit, and loopback addresses have none. A peer makes about ten a
   * second, and only a few more while it fetches a chain: the default is enough for several peers behind one address.
   */
  readonly rateLimit: number;
}

export const DEFAULT_SERVER_LIMITS: ServerLimits = {
  bodySize: MAX_BODY_SIZE,
  connections: 1000,
  connectionsPerAddress: 64,
  requestsAhead: 16,
  requestsWaiting: 1024,
  requestsWaitingPerAddress: 256,
  unreadBytes: 64 * 1024 * 1024,
  unreadMs: 60_000,
  streams: 1024,
  streamsPerAddress: 16,
  streamIdleMs: 15_000,
  headersTimeoutMs: 10_000,
  requestTimeoutMs: 30_000,
  keepAliveTimeoutMs: 15_000,
  rateLimit: 500,
};

/** How long answers in progress may take when the node stops. */
export const STOP_GRACE_MS = 5000;

/** The most fields of one form, query string included. No operation has more than five parameters. */
export const MAX_FORM_FIELDS = 1000;
/** Shorter answers are not worth compressing. */
export const MIN_COMPRESSED_LENGTH = 16_384;
