import { randomInt } from "node:crypto";

/** The variable of the environment with the seed of random tests. */
export const SEED_VARIABLE = "CHAINNODE_SEED";
export const MOST_SEED = 2 ** 31 - 1;

export function freshSeed(): number {
  return randomInt(MOST_SEED + 1);
}

/** The seed of this process: that of `CHAINNODE_SEED`, or a new one. */
export function testSeed(): number {
  const given = process.env[SEED_VARIABLE];
  return given !== undefined && /^[0-9]{1,10}$/.test(given) ? Number(given) : freshSeed();
}
