import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import type { ChainError } from "../codec/chain-error.js";
import type { ServerLimits } from "./limits.js";
import type { Duplex } from "node:stream";

export interface OpenConnection {
  readonly socket: Socket;
  /** What the answers are written to: with TLS, another object than the socket. */
  writer: Socket;
  readonly caller: string;
  /** Why its request is refused: the server has as many connections as it may have. */
  readonly refusal: ChainError | null;
  request: Pick<IncomingMessage, "complete"> | null;
  /** Starts the answers to the requests that arrived during the answer to an earlier one. */
  readonly waiting: { readonly caller: string; readonly begin: () => void }[];
  /** When the last answer was finished, and the bytes read then. Any further byte belongs to a request that is still arriving. */
  restedAtMs: number;
  bytesAtRest: number;
  /** Since when a request is arriving; null when none was at the last look. */
  arrivingSinceMs: number | null;
  /** Bytes that the client had taken at the last look, and for how many looks it has taken none. */
  taken: number;
  looksWithoutProgress: number;
}

export function createConnection(
  parts: Pick<OpenConnection, "socket" | "caller" | "refusal" | "bytesAtRest">,
  nowMs: number,
): OpenConnection {
  return {
    ...parts,
    writer: parts.socket,
    request: null,
    waiting: [],
    restedAtMs: nowMs,
    arrivingSinceMs: null,
    taken: 0,
    looksWithoutProgress: 0,
  };
}

export function isArriving({ request, socket, bytesAtRest }: OpenConnection): boolean {
  return request === null ? socket.bytesRead > bytesAtRest : !request.complete;
}

/** Whether its client sends nothing and waits for nothing. */
export function isQuiet(connection: OpenConnection): boolean {
  return connection.request === null && !isArriving(connection);
}

/**
 * Looks at what clients have left unread, every `lookMs`. Returns the connections to cut: of clients that took nothing
 * for too long, and while all together leave too much, of those that took nothing since the last look, longest first.
 */
export function unreadTooLong(
  connections: Iterable<OpenConnection>,
  { unreadBytes, unreadMs }: Pick<ServerLimits, "unreadBytes" | "unreadMs">,
  lookMs: number,
): readonly OpenConnection[] {
  let unread = 0;
  const slow: OpenConnection[] = [];
  for (const connection of connections) {
    const { writableLength, bytesWritten } = connection.writer;
    if (writableLength === 0) {
      connection.looksWithoutProgress = 0;
      continue;
    }
    unread += unreadBytesOf(connection.writer);
    slow.push(connection);
    const taken = bytesWritten - writableLength;
    connection.looksWithoutProgress = taken === connection.taken ? connection.looksWithoutProgress + 1 : 0;
    connection.taken = taken;
  }
  slow.sort(
    (a, b) =>
      b.looksWithoutProgress - a.looksWithoutProgress || unreadBytesOf(b.writer) - unreadBytesOf(a.writer),
  );
  return slow.filter(({ looksWithoutProgress, writer }) => {
    const isTooLong = looksWithoutProgress * lookMs >= unreadMs;
    const isCut = isTooLong || (looksWithoutProgress > 0 && unread > unreadBytes);
    if (isCut) unread -= unreadBytesOf(writer);
    return isCut;
  });
}

/** The bytes that a connection's answer holds beside those in its socket. */
const held = new WeakMap<Duplex, number>();

export function holdUnread(writer: Duplex, bytes: number): void {
  held.set(writer, bytes);
}

/** What the client of a connection has not taken of its answer, in bytes. */
function unreadBytesOf(writer: Duplex): number {
  return writer.writableLength + (held.get(writer) ?? 0);
}
