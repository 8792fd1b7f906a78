import { expect } from "chai";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { readIdentity } from "../../src/data/directory/identity.js";
import { runBinary } from "../cli/binary.js";
import { useDevProcess } from "../support/dev-process.js";

interface Bundle {
  readonly node: {
    readonly status: { readonly height: number };
    readonly metrics: readonly string[];
    readonly log: readonly string[];
    readonly failure?: { readonly code: string };
  };
  readonly database: { readonly user_version: number };
  readonly files: readonly { readonly name: string }[];
}

describe("chainnode support-bundle", () => {
  const dev = useDevProcess();

  async function bundle(name: string): Promise<{ readonly text: string; readonly content: Bundle }> {
    const file = join(dev.directory, name);
    const secret = "postgres://node:hidden-word@127.0.0.1/chain";
    const words = ["support-bundle", file, "--postgres", secret, "--json", "--data-dir", dev.directory];
    const { code, stdout, stderr } = await runBinary(words);
    expect({ code, stdout: JSON.parse(stdout) as unknown }).to.deep.equal({ code: 0, stdout: { file } });
    expect(stderr).to.match(/^program: .*\nsettings: /);
    expect((await stat(file)).mode & 0o777).to.equal(0o600);
    const text = await readFile(file, "utf8");
    return { text, content: JSON.parse(text) as Bundle };
  }

  it("holds status, metrics, log, schema and files, and no secret", async () => {
    const { text, content } = await bundle("running.json");
    const { node, database, files } = content;
    expect(node.status.height).to.be.greaterThan(0);
    expect(node.metrics.join("\n")).to.match(/^chainnode_main_height \d+$/m);
    expect(node.log.join("\n")).to.include('"message":"listening"');
    expect(database.user_version).to.equal(6);
    expect(files.map(({ name }) => name)).to.include.members(["chain.sqlite", "identity.json"]);
    const { node: own, peer } = await readIdentity(join(dev.directory, "identity.json"));
    const token = (await readFile(join(dev.directory, "explorer-token"), "utf8")).trim();
    for (const secret of [own.privateKey, peer.privateKey, token, "hidden-word"])
      expect(text).not.to.include(secret);
  });

  it("holds what can be read of a stopped node, and replaces no file", async () => {
    await dev.node.stop();
    const { content } = await bundle("stopped.json");
    expect(content.node.failure).to.include({ code: "NODE_NOT_RUNNING" });
    expect(content.node.status.height).to.be.greaterThan(0);
    const again = await runBinary(["support-bundle", join(dev.directory, "stopped.json"), "--json"]);
    expect(again.stderr).to.include('"code":"FILE_EXISTS"');
  });
});
