import type { IncomingMessage } from "node:http";
import { BlockList, isIPv6 } from "node:net";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { ChainError } from "../../codec/chain-error.js";
import { createClientOver } from "../../client/create-client.js";
import { encodeOperation, readEnvelopeOf } from "../../client/exchange.js";
import { timedOut, connectionFailure } from "../../client/failures.js";
import { operationPath } from "../../records/operations/operations.js";
import { type Connect, parseHost, type HostParts } from "./host.js";
import { HostAddresses } from "./host-addresses.js";
import { Poster } from "./http-post.js";
import { answerLimit, readPeerAnswer } from "./read-answer.js";
import { answerTooLarge } from "../../client/errors.js";
import { unlessAborted } from "./unless-aborted.js";
import * as errors from "../errors.js";

interface HttpConnectOptions {
  /** Whether peers may be at private addresses (PROTOCOL 12.4). */
  readonly allowPrivate: boolean;
  /** The timeout of a call in ms; default: 10 seconds. */
  readonly timeoutMs?: number;
  /** The greatest length of an answer; default: the limit of the operation. */
  readonly maxBytes?: number;
  /** Certificate authorities (PEM) to trust in place of the well-known ones. */
  readonly ca?: string;
  readonly signal?: AbortSignal;
  /** Resolves a name or address; default: `HostAddresses` of its own. */
  readonly resolve?: HostAddresses["resolve"];
}

const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * Reaches peers over HTTP and HTTPS. The connection goes to the address that was checked, so a name that changes in
 * between leads nowhere else. Redirects are not followed.
 *
 * A call throws `PEER_HOST`, `PEER_ADDRESS`, `UNREACHABLE`, `TIMEOUT`, `ANSWER_TOO_LARGE`, `ANSWER_MALFORMED`,
 * `MEMORY_SHORT`, or the peer's refusal.
 */
export function createHttpConnect(options: HttpConnectOptions): Connect {
  const { timeoutMs = DEFAULT_TIMEOUT_MS, allowPrivate } = options;
  const own = new HostAddresses();
  const { resolve = (hostname, isNamed) => own.resolve(hostname, isNamed) } = options;
  const poster = new Poster(options);
  options.signal?.addEventListener("abort", () => poster.close(), { once: true });

  return (host, reading) => {
    const parts = parseHost(host);
    return createClientOver(async (operation, parameters) => {
      const timeout = AbortSignal.timeout(timeoutMs);
      const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
      let response: IncomingMessage | null = null;
      try {
        const resolved = resolve(parts.hostname, reading?.isNamed === true);
        const address = peerAddress(parts, await unlessAborted(signal, resolved), allowPrivate);
        const target = { parts, address, path: operationPath(operation.name) };
        response = await poster.send(target, encodeOperation(operation, parameters), signal);
        const limit = answerLimit(operation.name, parameters);
        const maxBytes = options.maxBytes ?? limit.maxBytes;
        const answer = await readPeerAnswer(
          decompressed(response, maxBytes),
          { ...limit, maxBytes },
          reading,
        );
        return readEnvelopeOf(response.statusCode ?? 0, answer, host);
      } catch (cause) {
        if (cause instanceof ChainError) throw cause;
        throw timeout.aborted ? timedOut(host, timeoutMs) : connectionFailure(host, cause);
      } finally {
        // What is left of an answer is not wanted.
        if (response?.readableEnded === false) response.destroy();
      }
    }, host);
  };
}

/** The body of an answer. What it expands to is limited as it is read; it may also expand to nothing. */
function decompressed(response: IncomingMessage, maxBytes: number): AsyncIterable<Uint8Array> {
  const isZipped = response.headers["content-encoding"] === "gzip";
  let length = 0;
  if (isZipped)
    response.on("data", ({ length: more }: Uint8Array) => {
      if ((length += more) > maxBytes) response.destroy(answerTooLarge({ limit: `${maxBytes} bytes` }));
    });
  // A reader that leaves before the end ends the connection, too.
  return isZipped ? pipeline(response, createGunzip(), () => undefined) : response;
}

/** The address to connect to: the first of the host's addresses where a peer may be. */
function peerAddress({ hostname }: HostParts, addresses: readonly string[], allowPrivate: boolean): string {
  const allowed = addresses.find((address) => isPeerAddress(address, allowPrivate));
  if (allowed !== undefined) return allowed;
  throw errors.peerAddress({ host: hostname });
}

/** Addresses where no node can be, whatever the operator allows: unspecified, multicast and reserved ones. */
const NOWHERE = ranges(["0.0.0.0/8", "224.0.0.0/3"], ["::/128", "ff00::/8"]);

/** IPv4 ranges outside the public internet: private, shared (CGNAT), loopback, link-local, test and documentation. */
const PRIVATE_IPV4 = ranges(
  [
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
  ],
  [],
);

/** The only assigned part of IPv6, and the ranges in it that are excluded: tunnels to IPv4, documentation. */
const GLOBAL_IPV6 = ranges([], ["2000::/3"]);
const SPECIAL_IPV6 = ranges([], ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

/** Whether a peer may be at an IP address (PROTOCOL 12.4). IPv4 written as IPv6 is never public. */
export function isPeerAddress(address: string, allowPrivate: boolean): boolean {
  const family = isIPv6(address) ? "ipv6" : "ipv4";
  if (NOWHERE.check(address, family)) return false;
  if (allowPrivate) return true;
  return family === "ipv6"
    ? GLOBAL_IPV6.check(address, family) && !SPECIAL_IPV6.check(address, family)
    : !PRIVATE_IPV4.check(address, family);
}

function ranges(ipv4: readonly string[], ipv6: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ipv4) add(list, range, "ipv4");
  for (const range of ipv6) add(list, range, "ipv6");
  return list;
}

function add(list: BlockList, range: string, family: "ipv4" | "ipv6"): void {
  const [network = "", bits] = range.split("/");
  list.addSubnet(network, Number(bits), family);
}
