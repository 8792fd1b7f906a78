import { compare } from "./compare.js";
import { generate } from "./generate.js";
import { NETWORK } from "./product-report.js";
import { shrink } from "./shrink.js";

/** `npm run differential` runs more. */
const PROGRAMS = 2_000;

describe("The node's machine and the plain interpreter", () => {
  const seed = Number(process.env["CHAINNODE_FUZZ_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
  const root = { writer: "0".repeat(44), space: NETWORK.rootSpace };

  it(`agree on random programs, blocks and requests (seed ${seed})`, async () => {
    for (let index = 0; index < PROGRAMS; index += 1) {
      const scenario = generate({ seed, index, root });
      if ((await compare(scenario)) === null) continue;
      const small = await shrink(scenario, async (smaller) => (await compare(smaller)) !== null);
      const shown = JSON.stringify({ ...small, difference: await compare(small) }, null, 2);
      throw new Error(`Program ${index} of seed ${seed} differs:\n${shown}`);
    }
  });
});
