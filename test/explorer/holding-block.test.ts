import { expect } from "chai";
import { firstBlockFrom } from "../../src/explorer/format/first-block.js";
import { parameterMeaning } from "../../src/explorer/format/meaning.js";

describe("the block of a transaction", () => {
  const times = [10, 20, 20, 35, 50];
  const ask = async (height = times.length) => {
    const s_timestamp = times[height - 1];
    return s_timestamp === undefined ? null : { height, s_timestamp };
  };

  it("is the first one of its time or later (PROTOCOL 5.5)", async () => {
    for (const [time, height] of [
      [1, 1],
      [10, 1],
      [11, 2],
      [20, 2],
      [21, 4],
      [50, 5],
    ] as const)
      expect((await firstBlockFrom(time, ask))?.height, String(time)).to.equal(height);
  });

  it("is missing when the chain ends before it, or becomes shorter while it is searched", async () => {
    expect(await firstBlockFrom(51, ask)).to.equal(null);
    expect(await firstBlockFrom(1, async () => null)).to.equal(null);
    const shrinking = async (height?: number) =>
      height === undefined ? { height: 9, s_timestamp: 90 } : null;
    expect(await firstBlockFrom(1, shrinking)).to.equal(null);
  });
});

describe("the meaning of a parameter", () => {
  const alice = "9515087d3e042a58311814f63d8cb284aec94d092f6b";

  it("is an address when the checksum fits, an amount only of the network's own codes", () => {
    expect(parameterMeaning("to", alice, false)).to.equal("address");
    expect(parameterMeaning("to", `${alice.slice(0, -1)}c`, false)).to.equal("value");
    expect(parameterMeaning("amount", "15", true)).to.equal("amount");
    expect(parameterMeaning("amount", "15", false)).to.equal("value");
    expect(parameterMeaning("amount", "15 <b>", true)).to.equal("value");
    expect(parameterMeaning("amount", 15n, true)).to.equal("value");
  });
});
