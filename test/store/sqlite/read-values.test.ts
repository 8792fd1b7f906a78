import { setImmediate } from "node:timers/promises";
import { expect } from "chai";
import type { Value } from "../../../src/codec/value.js";
import { readValues } from "../../../src/store/sqlite/state.js";

describe("Values of many rows", () => {
  const value = JSON.stringify(["7".repeat(40_000)]);

  it("are read in their order, and let other work run when they are long", async () => {
    const events: string[] = [];
    const another = setImmediate().then(() => events.push("another"));
    const rows = ["a", "b", "c", "d"].map((key) => ({ key, value }));
    await readValues(rows, ({ key }) => events.push(key));
    await another;
    expect(events).to.deep.equal(["a", "b", "another", "c", "d"]);
  });

  it("are read at once when they are short", async () => {
    const read: Value[] = [];
    const reading = readValues([{ value: "1" }, { value: "[]" }], (_, each) => read.push(each));
    expect(read).to.deep.equal([1n, []]);
    await reading;
  });
});
