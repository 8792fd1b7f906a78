import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type ChainError, messageOf } from "../codec/chain-error.js";
import * as errors from "./errors.js";

/** Why listening on an address fails, by the system's error code. */
const REASONS: ReadonlyMap<unknown, typeof errors.listenFailed> = new Map([
  ["EADDRINUSE", errors.portTaken],
  ["EACCES", errors.portForbidden],
  ["EADDRNOTAVAIL", errors.hostUnavailable],
  ["ENOTFOUND", errors.hostUnavailable],
]);

/**
 * Listens and returns the port. Throws `PORT_TAKEN`, `PORT_FORBIDDEN`, `HOST_UNAVAILABLE`, or `LISTEN` for any other
 * system error; kind "local".
 */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, () => {
        server.off("error", reject);
        resolve();
      });
    });
  } catch (cause) {
    throw listenFailure(cause, host, port);
  }
  return (server.address() as AddressInfo).port;
}

export function listenFailure(cause: unknown, host: string, port: number): ChainError {
  const raise = REASONS.get((cause as NodeJS.ErrnoException).code) ?? errors.listenFailed;
  return raise({ place: hostAndPort(host, port), host, port, reason: messageOf(cause) }, { cause });
}

/** A host and a port as written in a URL: an IPv6 address is in brackets. */
export function hostAndPort(host: string, port: number): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}
