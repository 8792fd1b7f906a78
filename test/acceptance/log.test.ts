import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { useDevProcess } from "../support/dev-process.js";

describe("The log of a node in a pipe", () => {
  const fixture = useDevProcess(["--log-level", "trace", "--mine"]);

  it("is one line of JSON an entry, from start to end, and contains no private key", async () => {
    const keys = JSON.parse(await readFile(join(fixture.directory, "identity.json"), "utf8")) as {
      readonly node_private_key: string;
      readonly peer_private_key: string;
    };
    expect(await fixture.node.stop()).to.equal(0);
    const lines = fixture.node.log().split("\n").slice(0, -1);
    const entries = lines.map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    for (const entry of entries) expect(entry).to.include.keys("time", "level", "module", "message");
    expect(entries.map(({ message }) => message))
      .to.include("block")
      .and.to.include("stopping after the block under way");
    expect(fixture.node.log()).not.to.include(keys.node_private_key);
    expect(fixture.node.log()).not.to.include(keys.peer_private_key);
  });
});
