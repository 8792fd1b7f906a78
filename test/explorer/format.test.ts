import { expect } from "chai";
import { firstBlockFrom } from "../../src/explorer/format/first-block.js";
import { parameterMeaning, readShownKey } from "../../src/explorer/format/meaning.js";
import { ageText, ratesOf } from "../../src/explorer/format/times.js";
import { partsOf } from "../../src/explorer/format/marks.js";
import { counted, grouped, lowMiddleHigh, shortened } from "../../src/explorer/format/numbers.js";
import { amountSteps, sampledSteps } from "../../src/explorer/format/steps.js";

describe("hostile text on the page", () => {
  const shown = (text: string): string =>
    partsOf(text)
      .map(({ text, isMark }) => (isMark ? `[${text}]` : text))
      .join("");

  it("has its hidden characters shown by their numbers", () => {
    expect(shown("a\u202eb")).to.equal("a[U+202E]b");
    expect(shown("\u200b\u061c")).to.equal("[U+200B][U+061C]");
    expect(shown("\u{e0041}x\0")).to.equal("[U+E0041]x[U+0000]");
    expect(shown("\ud800x")).to.equal("[U+D800]x");
    expect(shown("\u2066\u2069\ufeff\u00ad")).to.equal("[U+2066][U+2069][U+FEFF][U+00AD]");
  });

  it("is otherwise as it was written", () => {
    for (const text of ["", "<script>alert(1)</script>", "a\n\tb", "שלום", "名前", "😀", "&amp;"])
      expect(shown(text)).to.equal(text);
  });

  it("is divided in time that grows with its length", () => {
    expect(partsOf("\u202e".repeat(100_000))).to.have.length(100_000);
    expect(partsOf("a".repeat(1_000_000))).to.have.length(1);
  });
});

describe("numbers on the page", () => {
  it("are grouped, also negative and with a fraction", () => {
    expect(
      ["0", "999", "1000", "-1234567", "1234567.00012", "12345 coins", "0x1234", ""].map(grouped),
    ).to.deep.equal(["0", "999", "1,000", "-1,234,567", "1,234,567.00012", "12,345 coins", "0x1234", ""]);
    expect(grouped(10n ** 18n)).to.equal("1,000,000,000,000,000,000");
  });

  it("agree with their nouns", () => {
    expect([0, 1, 2048].map((count) => counted(count, "block"))).to.deep.equal([
      "0 blocks",
      "1 block",
      "2,048 blocks",
    ]);
  });

  it("keep both ends of a hash, but not the time that it begins with, and a short one", () => {
    expect(shortened("0123456789abcdef0123")).to.equal("01234567…ef0123");
    expect(shortened("0123")).to.equal("0123");
    const time = "06616bad6f2040";
    expect(shortened(`${time}${"ab".repeat(29)}012345`)).to.equal("abababab…012345");
  });
});

describe("times and rates on the page", () => {
  it("are ages in the greatest unit", () => {
    const ages = [-5, 0, 1, 59, 60, 7199, 7200, 172_800];
    expect(ages.map((seconds) => ageText(1_000_000, 1_000_000 + seconds * 1_000_000))).to.deep.equal([
      "now",
      "now",
      "1 second ago",
      "59 seconds ago",
      "1 minute ago",
      "1 hour ago",
      "2 hours ago",
      "2 days ago",
    ]);
  });

  it("are taken over the time from the oldest block until now", () => {
    const blocks = [
      { s_timestamp: 11_000_000, transaction_count: 30 },
      { s_timestamp: 6_000_000, transaction_count: 20 },
      { s_timestamp: 1_000_000, transaction_count: 999 },
    ];
    expect(ratesOf(blocks, 0)).to.deep.equal({ blocksPerMinute: "12", transactionsPerSecond: "5" });
    expect(ratesOf(blocks, 101_000_000)).to.deep.equal({
      blocksPerMinute: "1.2",
      transactionsPerSecond: "0.5",
    });
    expect(ratesOf([], 1)).to.equal(null);
    expect(ratesOf(blocks.slice(0, 1), 0)).to.equal(null);
  });
});

describe("the key of a cell on the page", () => {
  const bob = "8f79a7b1b2653b31fe741cf7020105c5d7f01e454dbb";

  it("is an address when it can be one, with or without padding", () => {
    expect(readShownKey(bob)).to.deep.equal({ text: bob, address: bob });
    expect(readShownKey(bob.padEnd(64, "0"))).to.deep.equal({ text: bob, address: bob });
    expect(readShownKey("0".repeat(44)).address).to.equal("0".repeat(44));
    expect(readShownKey(`${bob}01`).address).to.equal(null);
  });

  it("is shown without padding otherwise (PROTOCOL 2.7)", () => {
    expect(readShownKey("00")).to.deep.equal({ text: "00", address: null });
    expect(readShownKey("05".padEnd(64, "0"))).to.deep.equal({ text: "05", address: null });
    expect(readShownKey("0500")).to.deep.equal({ text: "05", address: null });
  });
});

describe("an amount over time", () => {
  const values = [
    { height: 11, value: "50" },
    { height: 6, value: null },
    { height: 1, value: "100" },
  ];

  it("is what the cell held from each block on, whatever it held", () => {
    expect(amountSteps(values)).to.deep.equal([
      { height: 1, units: 100n },
      { height: 6, units: 0n },
      { height: 11, units: 50n },
    ]);
    expect(amountSteps([{ height: 1, value: "x" }])).to.deep.equal([{ height: 1, units: 0n }]);
  });

  it("is taken after blocks that are evenly apart, up to the last one", () => {
    const sampled = (last: number, most: number) =>
      sampledSteps(amountSteps(values), last, most).map(({ height, units }) => [height, units]);
    expect(sampled(21, 5)).to.deep.equal([
      [1, 100n],
      [6, 0n],
      [11, 50n],
      [16, 50n],
      [21, 50n],
    ]);
    expect(sampled(1, 5)).to.deep.equal([[1, 100n]]);
    expect(sampledSteps([], 21, 5)).to.deep.equal([]);
  });
});

describe("the spread of fees in the explorer", () => {
  it("is the lowest, the median and the highest one, however large", () => {
    expect(lowMiddleHigh([10n ** 30n, 2n, 10n, 9n])).to.deep.equal({ low: 2n, middle: 9n, high: 10n ** 30n });
    expect(lowMiddleHigh([5n])).to.deep.equal({ low: 5n, middle: 5n, high: 5n });
  });
});

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
