import { isIP, SocketAddress } from "node:net";

/** The header fields in which a proxy may name the callers of a request. */
export type ForwardingHeader = "x-forwarded-for" | "forwarded";

/** An address, an address and a port, or an IPv6 address in brackets, with or without a port. */
const NODE = /^(?:\[([0-9a-f.]*:[0-9a-f:.]*)\](?::[0-9]{1,5})?|([0-9.]+):[0-9]{1,5}|([0-9a-f:.]+))$/i;
/** A member of an element of `Forwarded` (RFC 7239, 4), without escapes. */
const MEMBER = /^([!#$%&'*+.^_`|~0-9a-z-]+)=(?:([!#$%&'*+.^_`|~0-9a-z-]+)|"([^"\\]*)")$/i;

/** An address in its one spelling: IPv4 also where IPv6 maps it, and IPv6 without a zone. Null for any other text. */
export function plainAddress(text: string): string | null {
  const family = isIP(text);
  if (family !== 6) return family === 4 ? text : null;
  const { address } = new SocketAddress({ address: text, family: "ipv6" });
  return /^::ffff:([0-9.]+)$/.exec(address)?.[1] ?? address;
}

/**
 * The addresses that a header field names, from right to left: the last proxy wrote the rightmost one. Null for an
 * element that names none: `unknown`, an obfuscated node, or what is no element at all.
 *
 * An element ends at a comma outside of quotes, counted from the right: a quote that the client has left open to the left
 * hides nothing that a proxy has added.
 */
export function* forwardedAddresses(header: ForwardingHeader, value: string): Generator<string | null> {
  for (const element of elementsFromRight(value))
    yield header === "forwarded" ? forwardedNode(element) : nodeAddress(element);
}

function* elementsFromRight(value: string): Generator<string> {
  let end = value.length;
  let isQuoted = false;
  for (let at = end - 1; at >= 0; at -= 1) {
    const character = value[at];
    if (character === '"') isQuoted = !isQuoted;
    if (character !== "," || isQuoted) continue;
    yield value.slice(at + 1, end).trim();
    end = at;
  }
  yield value.slice(0, end).trim();
}

/** The address of the `for` of an element; null when it has none, more than one, or another member is invalid. */
function forwardedNode(element: string): string | null {
  const nodes: string[] = [];
  for (const member of membersOf(element)) {
    const [, name, token, quoted] = MEMBER.exec(member) ?? [];
    if (name === undefined) return null;
    if (name.toLowerCase() === "for") nodes.push(token ?? quoted ?? "");
  }
  const [node = "", ...more] = nodes;
  return more.length === 0 ? nodeAddress(node) : null;
}

/** The members between semicolons outside of quotes. A quote that is never closed is a member of its own. */
function membersOf(element: string): readonly string[] {
  const members = element.match(/(?:[^";]|"[^"]*")+|"/g) ?? [];
  return members.map((member) => member.trim()).filter((member) => member !== "");
}

function nodeAddress(node: string): string | null {
  const [, bracketed, withPort, bare] = NODE.exec(node) ?? [];
  return plainAddress(bracketed ?? withPort ?? bare ?? "");
}
