import { expect } from "chai";
import type { ConsoleConnection, Sandbox } from "../../src/repl/connection.js";
import { RecordedSends } from "../../src/repl/recorded-sends.js";

const WARPS = 50_000;

describe("What .record keeps of a session (docs/debugging.md)", () => {
  it("ends after a million characters, and the test says so", async () => {
    const sends = new RecordedSends();
    const sandbox = { warp: async () => "" } as unknown as Sandbox;
    const watched = sends.watch({ sandbox, client: {} } as ConsoleConnection);
    const recorded = (): string => sends.toTest({ ruleSet: { number: 1 } } as ConsoleConnection);
    await watched.sandbox?.warp(1);
    expect(recorded()).to.include("await chain.warp(1);").and.not.include("// The session did more");
    for (let at = 0; at < WARPS; at += 1) await watched.sandbox?.warp(60);
    expect(recorded()).to.include("// The session did more");
    expect(recorded().length).to.be.below(1_200_000);
    sends.clear();
    await watched.sandbox?.warp(2);
    expect(recorded()).to.include("await chain.warp(2);").and.not.include("// The session did more");
  });
});
