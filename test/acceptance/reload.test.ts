import { expect } from "chai";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runBinary } from "../cli/binary.js";
import { useDevProcess, useProcess } from "../support/dev-process.js";
import { startNodeProcess } from "../support/node-process.js";

interface Reloaded {
  readonly applied: readonly string[];
  readonly restart: readonly string[];
  readonly failed: readonly { readonly settings: readonly string[]; readonly reason: string }[];
}

describe("chainnode config reload", () => {
  const dev = useDevProcess();
  const other = useProcess(async (directory) => {
    await runBinary(["init", "--genesis", "--data-dir", directory]);
    return { ...(await startNodeProcess(directory)), accounts: [] };
  });

  async function reload(directory: string, file: string, code = 0): Promise<Reloaded> {
    await writeFile(join(directory, "chainnode.toml"), file, { mode: 0o600 });
    const ended = await runBinary(["config", "reload", "--json", "--data-dir", directory]);
    expect(ended, ended.stderr).to.include({ code });
    return JSON.parse(ended.stdout) as Reloaded;
  }

  const statusOf = async (path: string): Promise<number> => (await fetch(`${dev.node.url}${path}`)).status;

  it("applies what it can, and names what needs a restart until it is as before", async () => {
    expect(await statusOf("/explorer")).to.equal(200);
    const file = ["mine = true", "mining-duty = 5", 'explorer = "off"', "pool-bytes = 1000000"].join("\n");
    expect(await reload(dev.directory, file)).to.deep.equal({
      applied: ["mining-duty", "mine", "explorer"],
      restart: ["pool-bytes"],
      failed: [],
    });
    expect(await statusOf("/explorer")).to.equal(404);
    const { stdout } = await runBinary(["mining", "status", "--json", "--data-dir", dev.directory]);
    expect(JSON.parse(stdout)).to.include({ mining: true, duty: 5 });
    expect((await reload(dev.directory, file)).restart).to.deep.equal(["pool-bytes"]);
    const unset = await reload(dev.directory, "");
    expect(unset).to.deep.equal({
      applied: ["mining-duty", "mine", "explorer"],
      restart: [],
      failed: [],
    });
    expect(await statusOf("/explorer")).to.equal(200);
  });

  it("changes the log level and the limit of connections", async () => {
    const levels = 'log-level = "error"\nconnections = 1';
    expect((await reload(dev.directory, levels)).applied).to.deep.equal(["log-level", "connections"]);
    const before = dev.node.log();
    await reload(dev.directory, `${levels}\nmine = true`);
    expect(dev.node.log()).to.equal(before);
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { status, headers } = await fetch(`${dev.node.url}/ping`, { headers: { connection: "close" } });
        return { status, isLater: headers.has("retry-after") };
      }),
    );
    expect(statuses).to.deep.include({ status: 503, isLater: true });
    await reload(dev.directory, "");
  });

  it("changes nothing for a faulty file or an unusable value", async () => {
    await writeFile(join(dev.directory, "chainnode.toml"), "mine = true\nrate-limit = [", { mode: 0o600 });
    dev.node.process.kill("SIGHUP");
    const words = ["config", "reload", "--json", "--data-dir", dev.directory];
    expect((await runBinary(words)).stderr).to.include('"code":"CONFIG_SYNTAX"');
    await writeFile(join(dev.directory, "chainnode.toml"), "");
    const { stdout } = await runBinary(["mining", "status", "--json", "--data-dir", dev.directory]);
    expect(JSON.parse(stdout)).to.include({ mining: false });
    const { applied, failed } = await reload(dev.directory, 'mining-duty = 400\nlog-level = "debug"', 5);
    expect(applied).to.deep.equal(["log-level"]);
    expect(failed.map(({ settings }) => settings)).to.deep.equal([["mining-duty"]]);
    await reload(dev.directory, "");
  });

  it("names peers that do not answer, and gives them up again", async () => {
    /** The hosts that are never given up, whatever failed before. */
    const named = async (): Promise<readonly string[]> => {
      const { stdout } = await runBinary(["peer", "list", "--json", "--data-dir", other.directory]);
      const { hosts } = JSON.parse(stdout) as {
        readonly hosts: readonly Readonly<Record<string, unknown>>[];
      };
      return hosts.filter(({ state }) => state === "given").map(({ host }) => String(host));
    };
    expect((await reload(other.directory, 'peer = ["127.0.0.1:9"]')).applied).to.deep.equal(["peer"]);
    expect(await named()).to.deep.equal(["127.0.0.1:9"]);
    expect((await reload(other.directory, "peer = []")).applied).to.deep.equal(["peer"]);
    expect(await named()).to.deep.equal([]);
    expect((await reload(other.directory, 'peer = ["a b"]', 5)).failed).to.have.length(1);
  });
});
