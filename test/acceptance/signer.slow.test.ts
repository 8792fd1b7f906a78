import { killMembers } from "../faults/killed-nodes-of-a-signer.fault.js";
import { createSeededRandom, seeded } from "../support/seeded-random.js";

const KILLS = 6;

describe("Two nodes with one signer, killed with it (docs/signer.md; longer: npm run test:faults)", function () {
  this.timeout(1_800_000);

  it(seeded("make all blocks of a network of rules 2, and nothing is signed twice"), async () => {
    await killMembers(KILLS, createSeededRandom(), 0);
  });

  it(
    seeded("make blocks with three other validators in a network of rules 1, and nothing is signed twice"),
    async () => {
      await killMembers(KILLS, createSeededRandom(), 3);
    },
  );
});
