import { expect } from "chai";
import { hashOf, timeHash } from "../../src/codec/hash.js";
import { SigningNotes, VolatileSigningMemory, type Signing } from "../../src/consensus/signing-memory.js";

const KEY = timeHash("tip", 1);

function signing(members: Partial<Signing> = {}): Signing {
  return {
    kind: "hypothesis",
    previous_blockhash: KEY,
    s_timestamp: 1_000_000,
    hash: hashOf("one"),
    ...members,
  };
}

describe("What a validator remembers of its signatures (PROTOCOL 8.11, 9.8)", () => {
  it("allows the same signature again, and no other for the same kind, key and time", async () => {
    const memory = new VolatileSigningMemory();
    expect(await memory.note([signing()])).to.equal(true);
    expect(await memory.note([signing()])).to.equal(true);
    expect(await memory.note([signing({ hash: hashOf("other") })])).to.equal(false);
    expect(await memory.note([signing({ hash: hashOf("other"), kind: "chunk" })])).to.equal(true);
    expect(await memory.note([signing({ hash: hashOf("other"), previous_blockhash: "" })])).to.equal(true);
    expect(await memory.note([signing({ hash: hashOf("other"), s_timestamp: 2_000_000 })])).to.equal(true);
  });

  it("is bounded, and refuses what it may have forgotten", () => {
    const notes = new SigningNotes();
    for (let second = 1; second <= 1000; second += 1) notes.add(signing({ s_timestamp: second }));
    expect([...notes.all]).to.have.length(256);
    expect(notes.forgottenUpTo).to.equal(744);
    const verdicts = [744, 745, 1001].map((s_timestamp) => notes.judge(signing({ s_timestamp })));
    expect(verdicts).to.deep.equal(["refused", "known", "new"]);
  });
});
