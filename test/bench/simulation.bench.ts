import { runSeeds } from "../simulation/run-seeds.js";

const SEEDS = 8;

/** Nine full nodes on a simulated network with faults, every invariant checked, a thread on every core. */
export async function bench(): Promise<{ name: string; value: number; unit: string }[]> {
  const orders = Array.from({ length: SEEDS }, (_, index) => ({ seed: index + 1, nodes: 9, cycles: 1 }));
  const start = performance.now();
  const { failures, virtualUs } = await runSeeds(orders);
  const minutes = (performance.now() - start) / 60_000;
  if (failures.length > 0) throw new Error(`${failures.length} seeds failed. `);
  return [
    { name: "virtual minutes of nine nodes", value: virtualUs / 60_000_000 / minutes, unit: "a minute" },
  ];
}
