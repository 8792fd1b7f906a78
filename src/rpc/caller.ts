import { isIPv6 } from "node:net";
import { placeAt, unmappedAddress } from "../peers/transport/ip-network.js";

/**
 * Returns the key that rate limits are counted by: an IPv4 address, also when it is written as IPv6, or the /64
 * network of an IPv6 address.
 */
export function callerAt(address: string): string {
  // The pattern of IPv6 addresses is long, and each request comes here.
  if (!address.includes(":")) return address;
  const plain = unmappedAddress(address);
  // Addresses within a /64 cost nothing.
  return plain === "::1" || !isIPv6(plain) ? plain : placeAt(plain).address;
}

export function isLoopback(caller: string): boolean {
  return caller === "::1" || caller.startsWith("127.");
}
