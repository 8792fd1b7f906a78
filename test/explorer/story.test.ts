import { expect } from "chai";
import { objectToMap, type Value } from "../../src/codec/value.js";
import { growthOf } from "../../src/explorer/format/growth.js";
import { readStory } from "../../src/explorer/format/story.js";

const ALICE = "9515087d3e042a58311814f63d8cb284aec94d092f6b";
const BOB = "8f79a7b1b2653b31fe741cf7020105c5d7f01e454dbb";
const call = (members: Readonly<Record<string, Value>>) =>
  objectToMap({ from: ALICE, timestamp: 1n, ...members });

describe("the story of a transaction", () => {
  it("is who gives how much to whom, in coins only of the network's own contracts", () => {
    const given = call({ type: "Send", to: BOB, amount: "15" });
    const told = { from: ALICE, to: BOB, amount: "15", published: null, rest: [] };
    expect(readStory(given, true)).to.deep.equal({ ...told, isCoins: true });
    expect(readStory(given, false)).to.deep.equal({ ...told, isCoins: false });
  });

  it("tells only what the parameters are: an address is checked, an amount is a number", () => {
    const given = call({ type: "Send", to: `${BOB.slice(0, -1)}c`, amount: "all", note: "hi" });
    const { to, amount, rest } = readStory(given, true);
    expect({ to, amount }).to.deep.equal({ to: null, amount: null });
    expect(rest.map(([name]) => name)).to.deep.equal(["to", "amount", "note"]);
  });

  it("names a published code in both formats, and no other text", () => {
    const published = (code: string, isNetworks = true): string | null =>
      readStory(call({ type: "Publish", code }), isNetworks).published;
    expect(published('{"t":"contract","n":"Pay","s":"shop","v":"2"}')).to.equal("shop / Pay, version 2");
    expect(published('{"type":"contract","name":"Pay","space":"shop","version":"2"}')).to.equal(
      "shop / Pay, version 2",
    );
    expect(published("{")).to.equal(null);
    expect(published("[]")).to.equal(null);
    expect(published('{"n":"Pay"}', false)).to.equal(null);
  });
});

describe("the change of a cell", () => {
  it("is the exact difference of two numbers, with its sign", () => {
    expect(growthOf("999902", "999860")).to.equal("-42");
    expect(growthOf(null, "98")).to.equal("+98");
    expect(growthOf("0.1", "0.25")).to.equal("+0.15");
    expect(growthOf(7n, 7n)).to.equal("0");
    expect(growthOf("1", null)).to.equal("-1");
    expect(growthOf("9".repeat(60), `1${"0".repeat(60)}`)).to.equal("+1");
  });

  it("is missing when one of them is no number, or longer than any amount", () => {
    for (const [old, value] of [
      [null, null],
      ["a", "1"],
      ["1", true],
      ["1", "1".repeat(1_000_000)],
    ] as const)
      expect(growthOf(old, value)).to.equal("");
  });
});
