import { expect } from "chai";
import { setTimeout as passed } from "node:timers/promises";
import type { Engine } from "../../../src/node/engine.js";
import type { Lease } from "../../../src/node/reader/databases.js";
import type { OpenView } from "../../../src/node/reader/open-moment.js";
import { ReaderMoments } from "../../../src/node/reader/reader-moments.js";

describe("the moments of a reader", () => {
  it("are given back at their end, even while a client does not read its answer", async () => {
    const leases = { open: 0 };
    const lease = async (): Promise<Lease> => {
      leases.open += 1;
      let isOver = false;
      const release = (): void => {
        if (!isOver) leases.open -= 1;
        isOver = true;
      };
      return { moment: {} as Lease["moment"], release, offer: () => undefined };
    };
    const view = { ledger: { tip: { height: 1, blockhash: "" } }, version: "1" } as unknown as OpenView;
    const moments = new ReaderMoments({
      databases: { lease },
      views: { open: async () => view },
      engineAt: () => ({}) as Engine,
      lagSeconds: () => null,
      events: () => {
        throw new Error("no events");
      },
      momentMs: 20,
      graceMs: 20,
    });
    const held = await moments.open(0);
    expect(leases.open).to.equal(1);
    while (leases.open > 0) await passed(5);
    held.close();
    expect(leases.open).to.equal(0);
  });
});
