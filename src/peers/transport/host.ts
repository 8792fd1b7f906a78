import { withoutCredentials } from "../../client/node-address.js";
import { attempted, type ChainError } from "../../codec/chain-error.js";
import * as errors from "../errors.js";
import type { Client } from "../../client/create-client.js";
import type { ReadOptions } from "./read-answer.js";

export interface HostParts {
  readonly protocol: "http:" | "https:";
  /** IPv6 without brackets. */
  readonly hostname: string;
  readonly port: number;
}

/** Scheme, name or address, port. Other parts of a URL (user, path, escapes, other alphabets) are not allowed. */
const HOST = /^(?:https?:\/\/)?(?:\[[0-9a-f:.]+\]|[a-z0-9._-]+)(?::[0-9]{1,5})?\/?$/i;
/** A host name of 253 characters, a port, and the scheme. */
const MAX_HOST_LENGTH = 267;

/**
 * Reads a host as peers name it: `name:port` for HTTP, `https://name:port` for HTTPS; the default port is the scheme's.
 * Throws `PEER_HOST`, kind "usage", for anything else: a path, a user, another scheme.
 */
export function parseHost(host: string): HostParts {
  const text = host.includes("://") ? host : `http://${host}`;
  if (host.length > MAX_HOST_LENGTH || !HOST.test(host) || !URL.canParse(text)) throw invalid(host);
  const { protocol, hostname, port } = new URL(text);
  if (port === "0") throw invalid(host);
  return {
    protocol: protocol === "https:" ? "https:" : "http:",
    hostname: hostname.replace(/^\[|\]$/g, ""),
    port: port === "" ? (protocol === "https:" ? 443 : 80) : Number(port),
  };
}

/** Returns the canonical spelling of a host, so that no host is listed twice. Throws `PEER_HOST`. */
export function normalizeHost(host: string): string {
  const { protocol, hostname, port } = parseHost(host);
  const authority = `${hostname.includes(":") ? `[${hostname}]` : hostname}:${port}`;
  return protocol === "https:" ? `https://${authority}` : authority;
}

export function readHost(host: string): string | null {
  return attempted(() => normalizeHost(host), null);
}

function invalid(host: string): ChainError {
  return errors.peerHost({ host: withoutCredentials(host).slice(0, MAX_HOST_LENGTH) });
}

/**
 * Returns a client for the node at a host: over HTTP in a real node, within the process in a simulation. Every call is
 * limited in size and time and throws only `ChainError`. In its answers null may stand for a known record.
 */
export type Connect = (host: string, options?: ReadOptions) => Client;
