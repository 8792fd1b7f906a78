/**
 * The addresses that a node collects from: its neighbours at the distances 1, 2, 4, 8, … around the ring of known peer
 * addresses in ascending order, its own included (PROTOCOL 12.7). So a record reaches all n nodes after log n rounds.
 * From one distance to the next, the first that is in the network of no other neighbour is taken (PROTOCOL 15.12).
 *
 * @param networkOf the network where a peer is, null for one that is not limited.
 */
export function ringNeighbours(
  own: string,
  addresses: Iterable<string>,
  networkOf: (address: string) => string | null = () => null,
): readonly string[] {
  const ring = [...new Set([own, ...addresses])].sort();
  const place = ring.indexOf(own);
  const others = [...ring.slice(place + 1), ...ring.slice(0, place)];
  const networks = new Set<string | null>();
  const neighbours: string[] = [];
  for (let distance = 1; distance <= others.length; distance *= 2) {
    const reach = others.slice(distance - 1, 2 * distance - 1);
    const neighbour = reach.find((address) => !networks.has(networkOf(address))) ?? reach[0] ?? own;
    neighbours.push(neighbour);
    const network = networkOf(neighbour);
    if (network !== null) networks.add(network);
  }
  return neighbours;
}
