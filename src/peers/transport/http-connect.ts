import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { ChainError } from "../../codec/chain-error.js";
import { createClientOver } from "../../client/create-client.js";
import { encodeOperation } from "../../client/encode-operation.js";
import { readEnvelopeOf } from "../../client/envelope.js";
import { timedOut, connectionFailure } from "../../client/failures.js";
import { operationPath } from "../../records/operations/operations.js";
import { isPeerAddress } from "./address-range.js";
import { answerLimit } from "./answer-limit.js";
import type { Connect } from "./connect.js";
import { parseHost, type HostParts } from "./host.js";
import { Poster } from "./http-post.js";
import { readPeerAnswer } from "./read-answer.js";
import * as errors from "../errors.js";

export interface HttpConnectOptions {
  /** Whether peers may be at private addresses (PROTOCOL 12.4). */
  readonly allowPrivate: boolean;
  /** The timeout of a call in ms; default: 10 seconds. */
  readonly timeoutMs?: number;
  /** The greatest length of an answer; default: the limit of the operation. */
  readonly maxBytes?: number;
  /** Certificate authorities (PEM) to trust in place of the well-known ones. */
  readonly ca?: string;
  /** Aborts all calls. */
  readonly signal?: AbortSignal;
  /** Resolves a name to addresses; default: the system's resolver. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
}

const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * Reaches peers over HTTP and HTTPS. A name is resolved once a call, and the connection goes to the address that was
 * checked, so a name that changes in between leads nowhere else. Redirects are not followed.
 *
 * A call throws `PEER_HOST`, `PEER_ADDRESS`, `UNREACHABLE`, `TIMEOUT`, `ANSWER_TOO_LARGE`, `ANSWER_MALFORMED`,
 * `MEMORY_SHORT`, or the peer's refusal.
 */
export function createHttpConnect(options: HttpConnectOptions): Connect {
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const poster = new Poster(options);
  options.signal?.addEventListener("abort", () => poster.close(), { once: true });

  return (host, known) => {
    const parts = parseHost(host);
    return createClientOver(async (operation, parameters) => {
      const timeout = AbortSignal.timeout(timeoutMs);
      const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
      try {
        const address = await peerAddress(parts, options);
        const target = { parts, address, path: operationPath(operation.name) };
        const response = await poster.send(target, encodeOperation(operation, parameters), signal);
        const limit = answerLimit(operation.name, parameters);
        const maxBytes = options.maxBytes ?? limit.maxBytes;
        const answer = await readPeerAnswer(
          response as AsyncIterable<Uint8Array>,
          { ...limit, maxBytes },
          known,
        );
        return readEnvelopeOf(response.statusCode ?? 0, answer, host);
      } catch (cause) {
        if (cause instanceof ChainError) throw cause;
        throw timeout.aborted ? timedOut(host, timeoutMs) : connectionFailure(host, cause);
      }
    }, host);
  };
}

/** The address to connect to: the first of the host's addresses where a peer may be. */
async function peerAddress({ hostname }: HostParts, options: HttpConnectOptions): Promise<string> {
  const { resolve = resolveByTheSystem, allowPrivate } = options;
  const addresses = isIP(hostname) === 0 ? await resolve(hostname) : [hostname];
  const allowed = addresses.find((address) => isPeerAddress(address, allowPrivate));
  if (allowed !== undefined) return allowed;
  throw errors.peerAddress({ host: hostname });
}

async function resolveByTheSystem(hostname: string): Promise<readonly string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}
