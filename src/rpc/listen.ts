import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ChainError, messageOf } from "../codec/chain-error.js";

interface Reason {
  readonly code: string;
  readonly sentence: string;
  readonly advice: string;
}

/** Why listening on an address fails, by the system's error code. */
const REASONS: ReadonlyMap<unknown, Reason> = new Map([
  [
    "EADDRINUSE",
    {
      code: "PORT_TAKEN",
      sentence: "another program listens there",
      advice: "Stop the other program, or choose another port. ",
    },
  ],
  [
    "EACCES",
    {
      code: "PORT_FORBIDDEN",
      sentence: "the system does not allow it",
      advice: "Choose a port from 1024 on, or let the system redirect a lower one. ",
    },
  ],
  ["EADDRNOTAVAIL", notHere("the address is none of this machine's")],
  ["ENOTFOUND", notHere("the name has no address")],
]);

function notHere(sentence: string): Reason {
  return {
    code: "HOST_UNAVAILABLE",
    sentence,
    advice:
      "Choose an address of this machine: 127.0.0.1 for this machine alone, 0.0.0.0 for all its addresses. ",
  };
}

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

/** The system's error as a `ChainError` with advice. */
export function listenFailure(cause: unknown, host: string, port: number): ChainError {
  const { code, sentence, advice } = REASONS.get((cause as NodeJS.ErrnoException).code) ?? {
    code: "LISTEN",
    sentence: messageOf(cause),
    advice: "Choose another address or port. ",
  };
  return new ChainError(code, `The node cannot listen on ${placeOf(host, port)}: ${sentence}. `, {
    kind: "local",
    advice,
    details: { host, port },
    cause,
  });
}

/** A host and a port as written in a URL: an IPv6 address is in brackets. */
export function placeOf(host: string, port: number): string {
  return `${host.includes(":") ? `[${host}]` : host}:${port}`;
}
