import { MAX_BLOCK_TRANSACTIONS } from "../records/limits.js";
import { MAX_BODY_SIZE } from "../records/operations/limits.js";
import * as errors from "./errors.js";

/** The limits of one server. Tests set smaller ones. */
export interface ServerLimits {
  /** The largest body, in bytes. */
  readonly bodySize: number;
  /** The most bytes of bodies that arrive or are answered at once, in total and of one caller. Smaller ones do not count. */
  readonly bodyBytes: number;
  readonly bodyBytesPerCaller: number;
  readonly smallBodyBytes: number;
  /**
   * The most open connections, in total and of one caller. An IPv6 /64 network counts as one address. A caller behind a
   * trusted proxy may have as many requests in progress. Loopback addresses and trusted proxies have only the total.
   */
  readonly connections: number;
  readonly connectionsPerAddress: number;
  /** The most further connections, on which requests are refused, and how long each waits for its request. */
  readonly refusals: number;
  readonly refusalMs: number;
  /** A connection is closed for a new one only after it was idle, or has been sending one request, for this long. */
  readonly idleMs: number;
  /** How long a proxy may take to send its header of the PROXY protocol. */
  readonly proxyHeaderMs: number;
  readonly arrivalMs: number;
  /** The most requests of a connection that wait for the answer to an earlier one. One more ends the connection. */
  readonly requestsAhead: number;
  /** The most such requests, in total and from one address. */
  readonly requestsWaiting: number;
  readonly requestsWaitingPerAddress: number;
  /** The most bytes of long answers that wait for their readers, in total and of one caller, who may always have one. */
  readonly answerBytes: number;
  readonly answerBytesPerCaller: number;
  /**
   * Beyond so many bytes of answers and streams that clients leave unread, all together, those that take nothing are cut off;
   * and how long a client may take nothing otherwise of what there is for it.
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
  /** How long an idle connection is kept: longer than proxies keep theirs, by 60 s, or a proxy would send on a closed one. */
  readonly keepAliveTimeoutMs: number;
  /**
   * Requests a second of one caller; 0 means no limit, and loopback addresses have none. A peer makes about ten a
   * second, and only a few more while it fetches a chain: the default is enough for several peers behind one address.
   */
  readonly rateLimit: number;
  /** Transactions a second that a peer which proves its key may forward beside that (PROTOCOL 15.14): those of two blocks. */
  readonly forwardRate: number;
}

export const DEFAULT_SERVER_LIMITS: ServerLimits = {
  bodySize: MAX_BODY_SIZE,
  bodyBytes: 8 * 1024 * 1024,
  bodyBytesPerCaller: 4 * 1024 * 1024,
  smallBodyBytes: 32_768,
  connections: 1000,
  connectionsPerAddress: 64,
  refusals: 64,
  refusalMs: 5000,
  idleMs: 5000,
  proxyHeaderMs: 5000,
  arrivalMs: 10_000,
  requestsAhead: 16,
  requestsWaiting: 1024,
  requestsWaitingPerAddress: 256,
  answerBytes: 64 * 1024 * 1024,
  answerBytesPerCaller: 16 * 1024 * 1024,
  unreadBytes: 32 * 1024 * 1024,
  unreadMs: 60_000,
  streams: 1024,
  streamsPerAddress: 16,
  streamIdleMs: 15_000,
  headersTimeoutMs: 66_000,
  requestTimeoutMs: 66_000,
  keepAliveTimeoutMs: 65_000,
  rateLimit: 500,
  forwardRate: 2 * MAX_BLOCK_TRANSACTIONS,
};

/** How long answers in progress may take when the node stops. */
export const STOP_GRACE_MS = 5000;

/** The most fields of one form, query string included. No operation has more than six parameters. */
export const MAX_FORM_FIELDS = 1000;
/** Shorter answers are not worth compressing. */
export const MIN_COMPRESSED_LENGTH = 4096;

/** What a node opens beside the connections of clients: the database, its threads, peers, the ops address. */
const RESERVED_FILES = 192;
/** Fewer open files leave no room for clients. */
const LEAST_FILES = 256;

/**
 * How many connections and streams of events a server may have at once under a limit of open files: at that limit a
 * database cannot open its log, and the node would fail in the middle of its work. Streams, which are not closed to make
 * room, leave three quarters to the connections. Throws `FILE_LIMIT` when the limit is too low for a node.
 */
export function limitsUnder(fileLimit: number | null, { connections, streams }: SocketLimits): SocketLimits {
  if (fileLimit === null) return { connections, streams };
  if (fileLimit < LEAST_FILES) throw errors.fileLimit({ limit: fileLimit, least: LEAST_FILES });
  const sockets = fileLimit - RESERVED_FILES;
  const kept = Math.min(connections, Math.ceil(sockets * 0.75));
  return { connections: kept, streams: Math.min(streams, sockets - kept) };
}

type SocketLimits = Pick<ServerLimits, "connections" | "streams">;
