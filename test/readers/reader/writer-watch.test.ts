import { expect } from "chai";
import type { Client } from "../../../src/client/index.js";
import { silentLog } from "../../../src/base/log.js";
import { WriterWatch } from "../../../src/readers/reader/writer-watch.js";
import type { ChainEnd } from "../../../src/store/store.js";

describe("what a reader knows of the node behind it", () => {
  let last: ChainEnd;
  let asked: number;
  let fate: string | null;
  let nowMs: number;
  let watch: WriterWatch;
  const client = {
    info: async () => ({ last_block: last }),
    send: async () => {
      asked += 1;
      return new Map(fate === null ? [] : [["fate", fate]]);
    },
  } as unknown as Pick<Client, "info" | "send">;
  const reach = (height: number, branch = "a"): ChainEnd => ({ height, blockhash: `${branch}${height}` });

  beforeEach(() => {
    last = reach(1);
    asked = 0;
    fate = null;
    nowMs = 0;
    watch = new WriterWatch(client, silentLog, () => nowMs);
  });

  /** Asks at a time, with a database that holds the blocks of branch a up to a height. */
  async function ask(ms: number, tip: number): Promise<void> {
    nowMs = ms;
    await watch.ask(async ({ height, blockhash }) => (height > tip ? null : blockhash === `a${height}`));
  }

  it("measures the lag of databases of any height", async () => {
    for (const height of [5, 6, 8]) {
      last = reach(height);
      await ask(1000 * height, 4);
    }
    expect(watch.lagOf(8)).to.deep.equal({ blocks: 0, seconds: 0 });
    expect(watch.lagOf(4)).to.deep.equal({ blocks: 4, seconds: 3 });
    expect(watch.lagOf(6)).to.deep.equal({ blocks: 2, seconds: 0 });
    expect(watch.lagOf(5)).to.deep.equal({ blocks: 3, seconds: 2 });
  });

  it("counts a database as different that has another block at the height of the node, also above it", async () => {
    last = reach(9);
    await ask(0, 9);
    expect(watch.partedSeconds).to.equal(0);
    // The node has undone blocks: what the database has in addition is of its chain until it makes others.
    last = reach(7);
    await ask(1000, 9);
    expect(watch.partedSeconds).to.equal(0);
    last = reach(8, "b");
    await ask(2000, 9);
    nowMs = 5000;
    expect(watch.partedSeconds).to.equal(3);
    expect(watch.lagOf(9)).to.deep.equal({ blocks: 0, seconds: 0 });
    last = reach(9);
    await ask(6000, 9);
    expect(watch.partedSeconds).to.equal(0);
  });

  it("asks for an unknown transaction once a block", async () => {
    await ask(0, 1);
    for (let time = 0; time < 3; time += 1) expect(await watch.fateOf("x")).to.equal(null);
    expect(asked).to.equal(1);
    expect(await watch.fateOf("y")).to.equal(null);
    expect(asked).to.equal(2);
    await ask(0, 1);
    await watch.fateOf("x");
    expect(asked).to.equal(2);
    [last, fate] = [reach(2), "pooled"];
    await ask(0, 2);
    for (let time = 0; time < 2; time += 1) expect(await watch.fateOf("x")).to.equal("pooled");
    expect(asked).to.equal(4);
  });
});
