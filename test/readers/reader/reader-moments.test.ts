import { expect } from "chai";
import { setTimeout as passed } from "node:timers/promises";
import type { Engine } from "../../../src/api/engine.js";
import { heightAwaited } from "../../../src/api/errors.js";
import type { Lease } from "../../../src/readers/reader/open-server.js";
import type { OpenView } from "../../../src/readers/reader/open-moment.js";
import { ReaderMoments } from "../../../src/readers/reader/reader-moments.js";
import type { EventPlace } from "../../../src/records/event-place.js";
import { expectRejection } from "../../support/expect-rejection.js";

describe("the moments of a reader", () => {
  const leases = { open: 0 };
  const undone = new Set<string>();
  let height: number;
  let moments: ReaderMoments;

  beforeEach(() => {
    height = 1;
    undone.clear();
    const undoneBlock = async (_: string, blockhash: string): Promise<object | null> =>
      undone.has(blockhash) ? {} : null;
    const lease = async (): Promise<Lease> => {
      leases.open += 1;
      let isOver = false;
      const release = (): void => {
        if (!isOver) leases.open -= 1;
        isOver = true;
      };
      return { moment: { undoneBlock } as unknown as Lease["moment"], release, offer: () => undefined };
    };
    const open = async (): Promise<OpenView> =>
      ({
        ledger: { tip: { height, blockhash: "" } },
        version: String(height),
        resourceHeight: height,
      }) as unknown as OpenView;
    moments = new ReaderMoments({
      databases: { lease },
      views: { open },
      engineAt: () => ({}) as Engine,
      lagSeconds: () => null,
      events: () => {
        throw new Error("no events");
      },
      waitMs: 100,
      momentMs: 20,
      graceMs: 20,
    });
  });
  afterEach(async () => {
    while (leases.open > 0) await passed(5);
  });

  it("are given back at their end, even while a client does not read its answer", async () => {
    const held = await moments.open(0);
    expect(leases.open).to.equal(1);
    while (leases.open > 0) await passed(5);
    held.close();
    expect(leases.open).to.equal(0);
  });

  it("are awaited until they have the place of an event, or know that its block was undone", async () => {
    const place = (main: number, resource: number): EventPlace => ({
      main: { height: main, blockhash: `main ${main}` },
      resource: { height: resource, blockhash: `resource ${resource}` },
      fixed: 0,
      transactions: 0,
    });
    await moments.reach(place(1, 1));
    await expectRejection(moments.reach(place(2, 1)), heightAwaited.code, "unavailable");
    await expectRejection(moments.reach(place(1, 2)), heightAwaited.code, "unavailable");
    const reaching = moments.reach(place(2, 2));
    height = 2;
    await reaching;
    undone.add("main 3");
    await moments.reach(place(3, 2));
    await expectRejection(moments.reach(place(4, 2)), heightAwaited.code, "unavailable");
  });
});
