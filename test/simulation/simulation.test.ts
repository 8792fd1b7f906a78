import { expect } from "chai";
import { prepareValidatorChain, type ValidatorChain } from "../support/validator-chain.js";
import { runSeeds } from "./run-seeds.js";
import { Simulation } from "./simulation.js";

const SEEDS = 25;

describe("many nodes under faults (PROTOCOL 9)", function () {
  this.timeout(600_000);
  let four: ValidatorChain;
  let nine: ValidatorChain;

  before(async () => {
    four = await prepareValidatorChain([0, 1, 2, 3]);
    nine = await prepareValidatorChain([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  async function failuresOf(chain: ValidatorChain, from: number): Promise<readonly string[]> {
    const runs = Array.from({ length: SEEDS }, (_, index) => ({ chain, seed: from + index }));
    const failed: string[] = [];
    await runSeeds(runs, ({ seed, error }) => failed.push(`seed ${seed}: ${String(error)}`));
    return failed;
  }

  it("four nodes keep every invariant and agree after the faults, on seeds 1 to 25", async () => {
    expect(await failuresOf(four, 1)).to.deep.equal([]);
  });

  it("nine nodes do, on seeds 26 to 50", async () => {
    expect(await failuresOf(nine, 1 + SEEDS)).to.deep.equal([]);
  });

  it("a seed replays exactly, and another one is another run", async () => {
    const once = await new Simulation(four, 7).run();
    expect(await new Simulation(four, 7).run()).to.deep.equal(once);
    expect((await new Simulation(four, 8).run()).blockhash).to.not.equal(once.blockhash);
  });
});
