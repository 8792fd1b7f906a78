import { isIPv6 } from "node:net";

/** The groups of an IPv6 address that identify one customer: addresses within a /64 cost nothing. */
const PREFIX_GROUPS = 4;
const GROUPS = 8;

/**
 * Returns the key that rate limits are counted by: an IPv4 address, also when it is written as IPv6, or the /64
 * network of an IPv6 address.
 */
export function callerAt(address: string): string {
  // The pattern of IPv6 addresses is long, and each request comes here.
  if (!address.includes(":")) return address;
  const ipv4 = /^::ffff:([0-9.]+)$/i.exec(address)?.[1];
  if (ipv4 !== undefined || !isIPv6(address)) return ipv4 ?? address;
  if (address === "::1") return address;
  const [before = [], after = []] = address
    .split("::")
    .map((side) => side.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: Math.max(0, GROUPS - before.length - after.length) }, () => "0");
  return `${[...before, ...zeros, ...after].slice(0, PREFIX_GROUPS).join(":")}::/64`;
}

export function isLoopback(caller: string): boolean {
  return caller === "::1" || caller.startsWith("127.");
}
