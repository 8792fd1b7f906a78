import { expect } from "chai";
import { ringPoint } from "../../src/explorer/format/ring.js";
import { ageText } from "../../src/explorer/format/ages.js";
import { partsOf } from "../../src/explorer/format/marks.js";
import { counted, grouped, shortened } from "../../src/explorer/format/numbers.js";
import { ratesOf } from "../../src/explorer/format/rates.js";

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

  it("keep both ends of a hash, and a short one", () => {
    expect(shortened("0123456789abcdef0123")).to.equal("01234567…ef0123");
    expect(shortened("0123")).to.equal("0123");
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

  it("are over the time between the first and the last block", () => {
    const blocks = [
      { s_timestamp: 11_000_000, transaction_count: 30 },
      { s_timestamp: 6_000_000, transaction_count: 20 },
      { s_timestamp: 1_000_000, transaction_count: 999 },
    ];
    expect(ratesOf(blocks)).to.deep.equal({ blocksPerMinute: "12", transactionsPerSecond: "5" });
    expect(ratesOf([])).to.equal(null);
    expect(ratesOf(blocks.slice(0, 1))).to.equal(null);
  });
});

describe("the ring of addresses", () => {
  it("begins at the top and goes to the right", () => {
    expect(ringPoint("000")).to.deep.include({ y: -1 });
    expect(ringPoint("400")?.x).to.equal(1);
    expect(ringPoint("8ff")?.y).to.be.greaterThan(0.9);
    expect(ringPoint("xyz")).to.equal(null);
  });
});
