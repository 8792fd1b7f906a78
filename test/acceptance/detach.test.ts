import { existsSync } from "node:fs";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { runBinary } from "../cli/binary.js";
import { makeTempDirectory } from "../support/temp-store.js";

describe("chainnode start --detach", () => {
  let place = "";
  let directory = "";

  beforeEach(async () => {
    place = await makeTempDirectory();
    directory = join(place, "node");
  });

  afterEach(async () => {
    await runBinary(["stop", "--data-dir", directory]);
    await rm(place, { recursive: true });
  });

  const run = (...words: string[]) => runBinary([...words, "--data-dir", directory]);
  const start = (...words: string[]) => run("start", "--dev", "--port", "0", "--detach", ...words);

  it("ends once the node answers, and leaves its process and a private log in files", async () => {
    const { code, stdout } = await start("--json");
    expect(code).to.equal(0);
    const { pid, pid_file: pidFile, log_file: logFile, rpc } = JSON.parse(stdout);
    expect(pidFile).to.equal(join(directory, "node.pid"));
    expect(await readFile(pidFile, "utf8")).to.equal(`${pid}\n`);
    expect((await stat(logFile)).mode & 0o777).to.equal(0o600);
    expect(await readFile(logFile, "utf8")).to.include('"ready"');
    expect((await run("ping", "--rpc", rpc[0])).code).to.equal(0);
    expect((await run("status", "--wait", "--timeout", "20", "--quiet")).code).to.equal(0);

    const stopped = await run("stop", "--wait", "--timeout", "20", "--json");
    expect(JSON.parse(stopped.stdout)).to.deep.equal({ pid });
    expect(() => process.kill(pid, 0)).to.throw();
    expect(existsSync(pidFile)).to.equal(false);
    // It adds to the log of the last run.
    expect((await start()).stdout).to.match(/^rpc\thttp.*\nprocess\t\d+\npid file\t.*\nlog\t.*\n$/);
    expect((await readFile(logFile, "utf8")).match(/"ready"/g)).to.have.length(2);
  });

  it("fails as the start fails, with its error and exit code", async () => {
    await start();
    const again = await start("--json");
    expect(again.code).to.equal(5);
    expect(JSON.parse(again.stderr.trim().split("\n").at(-1) ?? "").error.code).to.equal(
      "DATA_DIRECTORY_IN_USE",
    );
    const { stdout } = await run("stop", "--no-wait");
    expect(stdout).to.match(/^The node, process \d+, is stopping\.\n$/);
  });

  it("makes no directory for a node that is not there", async () => {
    const { code, stderr } = await run("start", "--detach");
    expect([code, stderr.includes("The data directory contains no node.")]).to.deep.equal([5, true]);
    expect(existsSync(directory)).to.equal(false);
  });
});
