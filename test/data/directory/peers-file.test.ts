import { expect } from "chai";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LogEntry } from "../../../src/base/log.js";
import { PeersFile } from "../../../src/data/directory/peers-file.js";
import { expectRejection } from "../../support/expect-rejection.js";
import { makeTempDirectory } from "../../support/temp-store.js";

describe("The file of the node's peers", () => {
  let directory: string;
  let logged: LogEntry[];
  beforeEach(async () => {
    directory = await makeTempDirectory();
    logged = [];
  });
  afterEach(() => rm(directory, { recursive: true }));
  const open = (name: string): PeersFile =>
    new PeersFile(join(directory, name), (entry) => void logged.push(entry));

  it("returns the hosts written last, and none when there is no file", async () => {
    expect(await open("peers.json").read()).to.deep.equal([]);
    const file = open("peers.json");
    file.write(["a:1"]);
    file.write(["a:1", "b:1"]);
    await file.settled();
    expect(await open("peers.json").read()).to.deep.equal(["a:1", "b:1"]);
    expect(logged).to.deep.equal([]);
  });

  for (const text of ["{", '{"a":1}', "[1]"]) {
    it(`refuses ${text}`, async () => {
      await writeFile(join(directory, "peers.json"), text);
      await expectRejection(open("peers.json").read(), "PEERS_FILE", "local");
    });
  }

  it("logs a failed write", async () => {
    const file = open("missing/peers.json");
    file.write(["a:1"]);
    await file.settled();
    expect(logged.map(({ level, module }) => [level, module])).to.deep.equal([["warn", "peers"]]);
  });
});
