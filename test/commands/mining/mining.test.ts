import { expect } from "chai";
import { join } from "node:path";
import { startBinary, useTemporaryDirectory } from "../../cli/binary.js";
import { runInProcess } from "../../cli/terminal-stub.js";

describe("chainnode mining, of a running node", () => {
  const directory = useTemporaryDirectory();
  const dataDirectory = (): readonly string[] => ["--data-dir", join(directory(), "node")];
  const mining = async (verb: string): Promise<Record<string, unknown>> => {
    const { code, stdout, stderr } = await runInProcess(["mining", verb, ...dataDirectory(), "--json"]);
    expect({ code, stderr }).to.deep.equal({ code: 0, stderr: "" });
    return JSON.parse(stdout) as Record<string, unknown>;
  };

  it("is off until it is started, and stops while the node continues", async () => {
    const flags = ["--mining-threads", "2", "--mining-duty", "10"];
    const node = startBinary(["start", "--dev", "--port", "0", "--json", ...flags, ...dataDirectory()]);
    await node.firstLine;
    expect(await mining("status")).to.include({
      mining: false,
      threads: 0,
      hash_rate: 0,
      standing_still: false,
    });
    expect(await mining("start")).to.include({ mining: true, threads: 2, duty: 10 });
    const shown = await runInProcess(["mining", "status", ...dataDirectory()]);
    expect(shown.stdout).to.match(/^mining\t2 threads, 10 % of the time\n/);
    expect(await mining("stop")).to.include({ mining: false, threads: 0 });
    await node.stop();
  });

  it("reports that no node runs, exit 3", async () => {
    const { code, stderr } = await runInProcess(["mining", "status", ...dataDirectory()]);
    expect(code).to.equal(3);
    expect(stderr).to.include("No node runs on this data directory.");
  });

  it("refuses more threads than a miner takes, exit 2", async () => {
    const words = ["start", "--dev", "--port", "0", "--mining-threads", "0", ...dataDirectory()];
    expect((await runInProcess(words)).code).to.equal(2);
  });
});
