import { deepStrictEqual, rejects, strictEqual } from "node:assert/strict";
import { SlotsAt, type SlotTerm } from "../../src/ledger/slots-at.js";

/** Terms of ten µs, whose validators are named after the resource chain's last block, with the number of look-ups. */
function countingSlots(tip: string) {
  const counted = { tip, lookups: 0, failure: null as Error | null };
  const slots = new SlotsAt({
    tip: () => counted.tip,
    async find(timeUs: number): Promise<SlotTerm> {
      counted.lookups += 1;
      await Promise.resolve();
      if (counted.failure !== null) throw counted.failure;
      const number = Math.ceil(timeUs / 10);
      return {
        slots: [`${counted.tip || "genesis"} ${number}`],
        afterUs: 10 * (number - 1),
        untilUs: 10 * number,
      };
    },
  });
  return { counted, slots };
}

describe("the validator slots at a time", () => {
  for (const tip of ["", "first"])
    it(`are looked up once a term with ${tip === "" ? "no resource block" : "a resource block"}`, async () => {
      const { counted, slots } = countingSlots(tip);
      const together = await Promise.all([slots.at(1), slots.at(1), slots.at(1)]);
      deepStrictEqual(together, [together[0], together[0], together[0]]);
      await slots.at(1);
      await slots.at(10);
      strictEqual(counted.lookups, 1);
      await slots.at(11);
      strictEqual(counted.lookups, 2);
    });

  it("are looked up again when the resource chain has changed", async () => {
    const { counted, slots } = countingSlots("first");
    deepStrictEqual(await slots.at(1), ["first 1"]);
    counted.tip = "second";
    deepStrictEqual(await slots.at(1), ["second 1"]);
    strictEqual(await slots.isNewest("second 1", 1), true);
    strictEqual(await slots.isNewest("first 1", 1), false);
  });

  it("are not kept when the resource chain changes during the look-up", async () => {
    const { counted, slots } = countingSlots("first");
    const found = slots.at(1);
    counted.tip = "second";
    await found;
    counted.tip = "first";
    deepStrictEqual(await slots.at(1), ["first 1"]);
    strictEqual(counted.lookups, 2);
  });

  it("are not kept when the resource chain changes and returns during the look-up", async () => {
    const { counted, slots } = countingSlots("first");
    const found = slots.at(1);
    counted.tip = "second";
    await slots.at(1);
    counted.tip = "first";
    await found;
    deepStrictEqual(await slots.at(1), ["first 1"]);
  });

  it("are looked up again after a failure", async () => {
    const { counted, slots } = countingSlots("first");
    counted.failure = new Error("The database is gone. ");
    await rejects(slots.at(1), counted.failure);
    counted.failure = null;
    deepStrictEqual(await slots.at(1), ["first 1"]);
  });
});
