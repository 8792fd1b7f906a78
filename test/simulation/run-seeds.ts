import type { ValidatorChain } from "../support/validator-chain.js";
import { Simulation } from "./simulation.js";

export interface Run {
  readonly chain: ValidatorChain;
  readonly seed: number;
}

export interface Failure extends Run {
  readonly error: unknown;
}

export interface Summary {
  readonly failures: readonly Failure[];
  readonly virtualUs: number;
}

/** Runs at a time: while one waits for its databases another one goes on. */
const LANES = 2;

/** Runs simulations, each of which is its own world, and gathers those that fail. */
export async function runSeeds(
  runs: readonly Run[],
  onFailure: (failure: Failure) => void,
): Promise<Summary> {
  const waiting = runs[Symbol.iterator]();
  const failures: Failure[] = [];
  let virtualUs = 0;
  const work = async (): Promise<void> => {
    for (const run of waiting) {
      try {
        const { virtualUs: passed } = await new Simulation(run.chain, run.seed).run();
        virtualUs += passed;
      } catch (error) {
        const failure = { ...run, error };
        failures.push(failure);
        onFailure(failure);
      }
    }
  };
  await Promise.all(Array.from({ length: LANES }, work));
  return { failures, virtualUs };
}
