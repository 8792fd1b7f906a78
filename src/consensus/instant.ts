/**
 * An interval this short, µs, makes a chain instant: a validator that decides alone has no round to wait for, so it
 * makes a block as soon as a transaction is there and the block before it is on the disk.
 */
const LONGEST_INSTANT_US = 20_000;

export function isInstant(intervalUs: number): boolean {
  return intervalUs <= LONGEST_INSTANT_US;
}

/** Peers are asked, waited for and told as often as in this interval, µs, on a chain whose own is shorter. */
const SHORTEST_AMONG_PEERS_US = 240_000;

/** The interval by which a node deals with its peers, µs: what it does for each one stays bounded. */
export function intervalAmongPeers(intervalUs: number): number {
  return isInstant(intervalUs) ? SHORTEST_AMONG_PEERS_US : intervalUs;
}
