const { CHAINNODE_FUZZ_RUNS, CHAINNODE_TEST_SEED } = process.env;

const DEFAULT_SEED = 20_261_206;

/** Whether this is a long run with random seeds, such as `npm run fuzz -- --only rpc`. */
export const IS_FUZZING = CHAINNODE_FUZZ_RUNS !== undefined;

/** The seed of all random tests: `CHAINNODE_TEST_SEED`, otherwise a fixed one, and a new one when fuzzing. */
export const TEST_SEED = Number(
  CHAINNODE_TEST_SEED ?? (IS_FUZZING ? Math.floor(Math.random() * 2 ** 31) : DEFAULT_SEED),
);

/** The number of random runs: `CHAINNODE_FUZZ_RUNS`, otherwise the given one. */
export function randomRuns(usual: number): number {
  return Number(CHAINNODE_FUZZ_RUNS ?? usual);
}

/** The title of a random test, which says how to repeat it. */
export function seeded(title: string, seed: number = TEST_SEED): string {
  return `${title} (CHAINNODE_TEST_SEED=${seed})`;
}

/** Numbers from 0 up to but not including 1, the same for the same seed (a 32-bit xorshift). */
export function createSeededRandom(seed: number = TEST_SEED): () => number {
  let state = seed | 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
