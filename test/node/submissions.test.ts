import { expect } from "chai";
import { DroppedTransactions } from "../../src/node/submissions.js";

describe("DroppedTransactions (PROTOCOL 13.11, 15.2)", () => {
  it("gives the reason and the height of a dropped transaction", () => {
    const dropped = new DroppedTransactions();
    dropped.note("aa", { reason: "No balance. ", height: 7 });
    expect(dropped.get("aa")).to.deep.equal({ reason: "No balance. ", height: 7 });
    expect(dropped.get("bb")).to.equal(undefined);
  });

  it("keeps the last 10,000 and forgets the oldest first", () => {
    const dropped = new DroppedTransactions();
    for (let index = 0; index <= 10_000; index += 1)
      dropped.note(`hash ${index}`, { reason: "", height: index });
    expect(dropped.get("hash 0")).to.equal(undefined);
    expect(dropped.get("hash 1")).to.include({ height: 1 });
    expect(dropped.get("hash 10000")).to.include({ height: 10_000 });
  });
});
