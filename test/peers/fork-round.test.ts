import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import { forwardTo } from "../support/forward-to.js";
import { ForkPair } from "./fork-pair.js";

describe("The round, while chains are compared (PROTOCOL 9.2, 11.1)", () => {
  it("continues while a slow peer announces no more blocks than this node has", async () => {
    const pair = await ForkPair.open("in the process");
    const { nodes, ours, theirs } = pair;
    await pair.makeBlock(ours);
    await pair.makeBlock(theirs);
    let isAsked = false;
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const slow = forwardTo(() => theirs, {
      async request(input) {
        isAsked = true;
        await released;
        return theirs.request(input);
      },
    });
    nodes.engines.set("b:1", slow);
    await pair.connect();
    expect(await nodes.until(() => isAsked)).to.equal(true);
    try {
      await pair.makeBlock(ours);
      expect(ours.ledger.tip.height).to.equal(2);
    } finally {
      release();
      await setImmediate();
      await nodes.stop();
    }
  });

  it("is not delayed repeatedly by a peer that announces more blocks and has none that this node would take", async () => {
    const pair = await ForkPair.open("in the process");
    const { nodes, ours, theirs } = pair;
    await pair.makeBlock(ours);
    await pair.mineBlock(ours);
    for (let height = 1; height <= 3; height += 1) await pair.makeBlock(theirs);
    const askedAtUs: number[] = [];
    const asked = forwardTo(() => theirs, {
      request(input) {
        askedAtUs.push(nodes.clock.nowUs());
        return theirs.request(input);
      },
    });
    nodes.engines.set("b:1", asked);
    await pair.connect();
    expect(await nodes.until(() => askedAtUs.length > 0)).to.equal(true);
    const [firstUs = 0] = askedAtUs;
    await nodes.until(() => false, 900_000);
    // It is passed over for a second, then for two.
    expect(askedAtUs.filter((us) => us - firstUs > 200_000)).to.deep.equal([]);
    await nodes.stop();
  });
});
