import { DistantNetwork, type DistanceOrder } from "../simulation/distance/distant-network.js";
import type { Figure } from "./results.js";

const NODES = 9;
const ORDER = { seed: 1, nodes: NODES, roundTrip: 100_000, tps: 20, seconds: 10 } as const;
const LAST = NODES - 1;

/** What is wrong with the line of one node, or with all lines for a while. */
const NETWORKS: readonly (readonly [name: string, order: Partial<DistanceOrder>])[] = [
  ["one 400 ms away", { far: { index: LAST, roundTripUs: 400_000 } }],
  ["one answers 300 ms late", { slow: { index: LAST, delayUs: 300_000 } }],
  ["one behind 256 kbit/s, 5 tx/s", { narrow: { index: LAST, bitsPerSecond: 256_000 }, tps: 5 }],
  ["one behind 256 kbit/s", { narrow: { index: LAST, bitsPerSecond: 256_000 } }],
  ["torn in halves for 5 s", { cutSeconds: 5 }],
];

/** Nine validators 100 ms from each other, 20 transactions a second to any of them, and one thing that is wrong. */
export async function bench(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const [name, order] of NETWORKS) {
    const { accepted, committed, inclusion } = await DistantNetwork.measure({ ...ORDER, ...order });
    // The halves of a network that is torn take what the other one never gets.
    const goal = order.cutSeconds === undefined ? { goal: 0 } : {};
    figures.push(
      { name: `${name}: lost of ${accepted} accepted`, value: accepted - committed, unit: "", ...goal },
      { name: `${name}: until a block has it, median`, value: inclusion?.median ?? Infinity, unit: "s" },
    );
  }
  return figures;
}
