import type { SeedOrder, SeedResult } from "./seed-run.js";

/** The runs of the seeds from 1 on, with nine and with four nodes. */
export function faultOrders(seeds: number): readonly SeedOrder[] {
  return [9, 4].flatMap((nodes) =>
    Array.from({ length: seeds }, (_, index) => ({ seed: 1 + index, nodes, cycles: 1 })),
  );
}

export function titleOf({ order, failure }: SeedResult): string {
  return `${order.nodes} nodes, seed ${order.seed}: ${failure}`;
}
