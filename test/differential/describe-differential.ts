import { compare } from "./compare.js";
import { generate } from "./generate.js";
import { NETWORK } from "./product-report.js";
import { seeded, TEST_SEED } from "../support/seeded-random.js";
import { shrink } from "./shrink.js";

/** Compares both machines on this many random programs. */
export function describeDifferential(programs: number): void {
  describe("The node's machine and the plain interpreter", () => {
    const root = { writer: "0".repeat(44), space: NETWORK.rootSpace };

    it(seeded("agree on random programs, blocks and requests"), async () => {
      for (let index = 0; index < programs; index += 1) {
        const scenario = generate({ seed: TEST_SEED, index, root });
        if ((await compare(scenario)) === null) continue;
        const small = await shrink(scenario, async (smaller) => (await compare(smaller)) !== null);
        const shown = JSON.stringify({ ...small, difference: await compare(small) }, null, 2);
        throw new Error(`Program ${index} differs:\n${shown}`);
      }
    });
  });
}
