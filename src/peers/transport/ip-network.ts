import { isIPv6 } from "node:net";

const IPV6_GROUPS = 8;

/** An IPv4 address that is written as IPv6, as IPv4. Any other text is returned as it is. */
export function unmappedAddress(address: string): string {
  return /^::ffff:([0-9.]+)$/i.exec(address)?.[1] ?? address;
}

/** The network of the first groups, of 16 bits each, of an IPv6 address: `2001:db8:0:0::/64` for four. */
export function ipv6Network(address: string, groups: number): string {
  const [before = [], after = []] = address
    .split("::")
    .map((side) => side.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: Math.max(0, IPV6_GROUPS - before.length - after.length) }, () => "0");
  const first = [...before, ...zeros, ...after].slice(0, groups);
  return `${first.map((group) => group.toLowerCase().replace(/^0+(?=.)/, "")).join(":")}::/${groups * 16}`;
}

/** Where a host is: what one customer of a provider has at least, and what costs little to have beside it. */
export interface HostPlace {
  /** An IPv4 address, or the /64 network of an IPv6 address. */
  readonly address: string;
  /** The /24 network of an IPv4 address, or the /48 network of an IPv6 address. */
  readonly network: string;
}

export function placeAt(address: string): HostPlace {
  const plain = unmappedAddress(address);
  return isIPv6(plain)
    ? { address: ipv6Network(plain, 4), network: ipv6Network(plain, 3) }
    : { address: plain, network: `${plain.split(".").slice(0, 3).join(".")}.0/24` };
}
