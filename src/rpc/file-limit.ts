import type { ServerLimits } from "./limits.js";
import * as errors from "./errors.js";

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
