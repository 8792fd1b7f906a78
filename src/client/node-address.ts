import type { ChainError } from "../codec/chain-error.js";
import * as errors from "./errors.js";

/** A node's address, with its credentials apart. */
export interface NodeAddress {
  /** Without credentials and without slashes at its end, as messages show it. */
  readonly url: string;
  /** The authorization for a proxy that asks for credentials (RFC 7617). */
  readonly headers: Readonly<Record<string, string>>;
}

/** Reads `http://host:port` or `https://user:password@host/path`. Throws `NODE_URL`, kind "usage". */
export function readNodeAddress(text: string): NodeAddress {
  const match = /^(https?:\/\/)(?:([^/?#\\@]*)@)?([^/?#\\@]+[^?#\\@]*)$/i.exec(text);
  const [, scheme = "", credentials, place = ""] = match ?? [];
  const url = (scheme + place).replace(/\/+$/, "");
  if (match === null || !URL.canParse(url)) throw notAnAddress(text);
  return { url, headers: credentials === undefined ? {} : { authorization: basic(credentials, text) } };
}

/** Returns an address as it may be shown: without everything before an at sign. */
export function withoutCredentials(text: string): string {
  return text.slice(text.lastIndexOf("@") + 1);
}

/** Returns a text that may hold addresses as it may be shown: without credentials of HTTP, and without passwords. */
export function withHiddenCredentials(text: string): string {
  return text
    .replace(/^(https?:\/\/).*@/is, "$1…@")
    .replace(/(:\/\/[^:@/]*):.*@/s, "$1:…@")
    .replaceAll(/([?&]password=)[^&,]*/gi, "$1…");
}

function basic(credentials: string, text: string): string {
  try {
    const colon = credentials.includes(":") ? "" : ":";
    const bytes = new TextEncoder().encode(decodeURIComponent(credentials) + colon);
    return `Basic ${btoa(String.fromCharCode(...bytes))}`;
  } catch (cause) {
    // A percent sign that starts no escape.
    if (cause instanceof URIError) throw notAnAddress(text);
    throw cause;
  }
}

function notAnAddress(text: string): ChainError {
  return errors.nodeUrl({ address: withoutCredentials(text) });
}
