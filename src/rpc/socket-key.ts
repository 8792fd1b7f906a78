import type { Socket } from "node:net";

/** The keys of sockets: a connection is asked for several times with each of its requests. */
const keys = new WeakMap<Socket, string>();
let unnamed = 0;

/**
 * Names a connection by its two ends: a TLS socket is another object than the socket beneath it, with the same ends. A
 * unix socket has none, and no TLS.
 */
export function socketKey(socket: Socket): string {
  const known = keys.get(socket);
  if (known !== undefined) return known;
  const { remoteAddress, remotePort = 0, localPort = 0 } = socket;
  const key =
    remoteAddress === undefined ? `unnamed ${(unnamed += 1)}` : `${remoteAddress} ${remotePort} ${localPort}`;
  keys.set(socket, key);
  return key;
}
