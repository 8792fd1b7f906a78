import { expect } from "chai";
import { readFile } from "node:fs/promises";
import { createSeededRandom, seeded } from "../support/seeded-random.js";
import { skip } from "../support/skip.js";
import { FAULTS } from "./faults.js";
import { tableOf, TABLE } from "./table.js";

describe("A node under faults (docs/reliability.md; more: npm run test:faults)", () => {
  for (const [name, fault] of Object.entries(FAULTS)) {
    const { sample } = fault.times;
    if (sample === 0) continue;
    it(seeded(`${name}, ${sample} times: ${fault.promise}`), async function () {
      const obstacle = fault.obstacle?.() ?? null;
      if (obstacle !== null) skip(this, obstacle);
      await fault.run(sample, createSeededRandom());
    });
  }

  it("are in the table of docs/reliability.md with the figures of the last full run", async () => {
    const text = await readFile(new URL("../../../docs/reliability.md", import.meta.url), "utf8");
    expect(TABLE.exec(text)?.[0]).to.equal(await tableOf(FAULTS));
  });
});
