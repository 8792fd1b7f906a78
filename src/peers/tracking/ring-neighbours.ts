/**
 * The addresses that a node collects from: its neighbours at the distances 1, 2, 4, 8, … around the ring of known peer
 * addresses in ascending order, its own included (PROTOCOL 12.7). So a record reaches all n nodes after log n rounds.
 */
export function ringNeighbours(own: string, addresses: Iterable<string>): readonly string[] {
  const ring = [...new Set([own, ...addresses])].sort();
  const place = ring.indexOf(own);
  const neighbours: string[] = [];
  for (let distance = 1; distance < ring.length; distance *= 2) {
    const neighbour = ring[(place + distance) % ring.length];
    if (neighbour !== undefined) neighbours.push(neighbour);
  }
  return neighbours;
}
