import type { Duplex } from "node:stream";

/** The bytes that a connection's answer holds beside those in its socket. */
const held = new WeakMap<Duplex, number>();

/** Notes how many bytes an answer holds. */
export function holdUnread(writer: Duplex, bytes: number): void {
  held.set(writer, bytes);
}

/** What the client of a connection has not taken of its answer, in bytes. */
export function unreadBytesOf(writer: Duplex): number {
  return writer.writableLength + (held.get(writer) ?? 0);
}
