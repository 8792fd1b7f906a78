import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { SlotsAt } from "../../src/consensus/slots-at.js";
import type { Ledger } from "../../src/ledger/ledger.js";

/** A ledger whose validators are named after the resource chain's last block, with the number of look-ups. */
function countingLedger(tip: string | null) {
  const counted = { tip, lookups: 0, failure: null as Error | null };
  const ledger = {
    resourceChain: {
      get tip() {
        return counted.tip === null ? null : { blockhash: counted.tip };
      },
    },
    async validatorsAt(timeUs: number): Promise<readonly string[]> {
      counted.lookups += 1;
      await Promise.resolve();
      if (counted.failure !== null) throw counted.failure;
      return [`${counted.tip ?? "genesis"} ${timeUs}`];
    },
  };
  return { counted, slots: new SlotsAt(ledger as unknown as Ledger) };
}

describe("the validator slots at a time", () => {
  for (const tip of [null, "first"])
    it(`are looked up once a time with ${tip === null ? "no resource block" : "a resource block"}`, async () => {
      const { counted, slots } = countingLedger(tip);
      const together = await Promise.all([slots.at(1), slots.at(1), slots.at(1)]);
      deepStrictEqual(together, [together[0], together[0], together[0]]);
      await slots.at(1);
      strictEqual(counted.lookups, 1);
      await slots.at(2);
      strictEqual(counted.lookups, 2);
    });

  it("are looked up again when the resource chain has changed", async () => {
    const { counted, slots } = countingLedger("first");
    deepStrictEqual(await slots.at(1), ["first 1"]);
    counted.tip = "second";
    deepStrictEqual(await slots.at(1), ["second 1"]);
    strictEqual(await slots.isNewest("second 1", 1), true);
    strictEqual(await slots.isNewest("first 1", 1), false);
  });

  it("are not kept when the resource chain changes during the look-up", async () => {
    const { counted, slots } = countingLedger("first");
    const found = slots.at(1);
    counted.tip = "second";
    await found;
    counted.tip = "first";
    deepStrictEqual(await slots.at(1), ["first 1"]);
    strictEqual(counted.lookups, 2);
  });

  it("are looked up again after a failure", async () => {
    const { counted, slots } = countingLedger("first");
    counted.failure = new Error("The database is gone. ");
    await rejects(slots.at(1), counted.failure);
    counted.failure = null;
    deepStrictEqual(await slots.at(1), ["first 1"]);
  });
});
