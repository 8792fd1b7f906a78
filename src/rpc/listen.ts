import type { AddressInfo, Server } from "node:net";
import { listening, listenOnSocket } from "../base/listening.js";
import { type ChainError, messageOf } from "../codec/chain-error.js";
import * as errors from "./errors.js";

/** Why listening on an address fails, by the system's error code. */
const REASONS: ReadonlyMap<unknown, typeof errors.listenFailed> = new Map([
  ["EADDRINUSE", errors.portTaken],
  ["EACCES", errors.portForbidden],
  ["EADDRNOTAVAIL", errors.hostUnavailable],
  ["ENOTFOUND", errors.hostUnavailable],
]);
const UNIX = "unix:";
/** The user of the node and its group may connect to its socket. */
const OTHERS_MAY_NOT = 0o117;

/** Whether this is the path of a socket, as `unix:/run/chainnode.sock`, not an address. */
export function isUnixHost(host: string): boolean {
  return host.startsWith(UNIX);
}

/**
 * Listens and returns the port, 0 for a unix socket. A socket without a server is replaced; the server
 * removes its own when it closes. Throws `PORT_TAKEN`, `PORT_FORBIDDEN`, `HOST_UNAVAILABLE`, `SOCKET_TAKEN`, or `LISTEN`
 * for any other system error; kind "local".
 */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  try {
    if (isUnixHost(host)) {
      await listenOnSocket(server, host.slice(UNIX.length), OTHERS_MAY_NOT);
      return 0;
    }
    await listening(server, () => server.listen(port, host));
  } catch (cause) {
    throw listenFailure(cause, host, port);
  }
  return (server.address() as AddressInfo).port;
}

export function listenFailure(cause: unknown, host: string, port: number): ChainError {
  const { code } = cause as NodeJS.ErrnoException;
  const reason = messageOf(cause);
  if (isUnixHost(host)) {
    const raise = code === "EADDRINUSE" ? errors.socketTaken : errors.listenFailed;
    return raise({ place: host, host, port, reason }, { cause });
  }
  const raise = REASONS.get(code) ?? errors.listenFailed;
  return raise({ place: hostAndPort(host, port), host, port, reason }, { cause });
}

/** The URL of a server; for a unix socket, which URLs cannot name, its host. */
export function urlAt(scheme: string, host: string, port: number): string {
  return isUnixHost(host) ? host : `${scheme}://${hostAndPort(host, port)}`;
}

/** A host and a port as written in a URL: an IPv6 address is in brackets. */
export function hostAndPort(host: string, port: number): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}
