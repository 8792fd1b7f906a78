import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "chai";
import { BINARY } from "../support/node-process.js";
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

  it("is all that is written, with the news that the node is ready", async () => {
    const words = ["start", "--dev", "--port", "0", "--data-dir", join(fixture.directory, "quiet")];
    const node = spawn(process.execPath, [BINARY, ...words]);
    let stderr = "";
    let stdout = "";
    node.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    node.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    while (!stderr.includes('"ready"')) await once(node.stderr, "data");
    node.kill("SIGTERM");
    await once(node, "close");
    expect(stdout).to.equal("");
    const lines = stderr.split("\n").slice(0, -1);
    const messages = lines.map((line) => (JSON.parse(line) as { readonly message: string }).message);
    expect(messages).to.include("ready");
  });
});
