import { DistantNetwork } from "../simulation/distance/distant-network.js";
import type { Figure } from "./results.js";

/** Validators, round trip in ms, transactions a second, and the goals where there are any. */
const NETWORKS: readonly {
  readonly nodes: number;
  readonly rtt: number;
  readonly tps: number;
  readonly median?: number;
  readonly received?: number;
}[] = [
  { nodes: 4, rtt: 100, tps: 5 },
  { nodes: 9, rtt: 50, tps: 20 },
  { nodes: 9, rtt: 100, tps: 20, median: 0.8, received: 60 },
  { nodes: 9, rtt: 150, tps: 20 },
  { nodes: 9, rtt: 300, tps: 20, median: 1.2 },
  { nodes: 16, rtt: 100, tps: 5 },
  { nodes: 32, rtt: 100, tps: 5 },
  { nodes: 64, rtt: 100, tps: 5, received: 100 },
];
const SECONDS = 10;

/** Networks whose nodes are far from each other, with rounds of a second, on a virtual clock. */
export async function bench(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { nodes, rtt, tps, median, received } of NETWORKS) {
    const result = await DistantNetwork.measure({
      seed: 1,
      nodes,
      roundTrip: rtt * 1000,
      tps,
      seconds: SECONDS,
    });
    const name = `${nodes} nodes, ${rtt} ms, ${tps} tx/s`;
    const lost = result.accepted - result.committed;
    figures.push(
      { name: `${name}: lost of ${result.accepted} accepted`, value: lost, unit: "", goal: 0 },
      {
        name: `${name}: until a block has it, median`,
        value: result.inclusion?.median ?? Infinity,
        unit: "s",
        ...(median === undefined ? {} : { goal: median }),
      },
      {
        name: `${name}: received by a node`,
        value: result.receivedKilobytes,
        unit: "kB/s",
        ...(received === undefined ? {} : { goal: received }),
      },
    );
  }
  return figures;
}
