import { expect } from "chai";
import { ConflictingStatements, type Conflict } from "../../src/consensus/conflicting-statements.js";

function conflictAt(s_timestamp: number): Conflict {
  return {
    kind: "chunk",
    signer: "signer",
    previous_blockhash: "tip",
    s_timestamp,
    hashes: ["one", "other"],
  };
}

describe("Conflicting statements of validators (PROTOCOL 15.5)", () => {
  it("are counted, and the last 64 are kept", () => {
    const conflicts = new ConflictingStatements();
    for (let time = 0; time < 100; time += 1) conflicts.note(conflictAt(time));
    expect(conflicts.count).to.equal(100);
    expect(conflicts.all.map(({ s_timestamp }) => s_timestamp)).to.deep.equal(
      Array.from({ length: 64 }, (_, index) => index + 36),
    );
    expect([conflicts.has(conflictAt(35)), conflicts.has(conflictAt(36))]).to.deep.equal([false, true]);
  });
});
