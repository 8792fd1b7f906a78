import { BlockList, isIPv6 } from "node:net";

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
