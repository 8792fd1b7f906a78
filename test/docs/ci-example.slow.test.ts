import { expect } from "chai";
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { useTemporaryDirectory } from "../cli/binary.js";
import { startDevProcess, type DevProcess } from "../support/dev-process.js";
import { skipWithout } from "../support/skip.js";
import { layOut } from "../support/transcript.js";

const EXAMPLE = fileURLToPath(new URL("../../../examples/ci/", import.meta.url));

interface Job {
  readonly code: number | null;
  readonly output: string;
}

describe("examples/ci", () => {
  const directory = useTemporaryDirectory();
  let nodes: readonly DevProcess[] = [];
  let environment: NodeJS.ProcessEnv = {};

  before(function () {
    skipWithout(this, "bash", "make");
  });
  beforeEach(async () => {
    layOut("", directory());
    const home = join(directory(), "one");
    nodes = [await startDevProcess(home), await startDevProcess(join(directory(), "two"))];
    const path = `${directory()}${delimiter}${process.env["PATH"] ?? ""}`;
    environment = { ...process.env, PATH: path, CHAINNODE_HOME: home };
  });
  afterEach(async () => {
    for (const node of nodes) await node.kill();
  });

  /** A copy of the example, as a job checks it out, with the URLs of the nodes. */
  function checkOut(name: string): string {
    const copy = join(directory(), name);
    mkdirSync(copy);
    cpSync(EXAMPLE, copy, { recursive: true });
    const file = join(copy, "chainnode.deploy.toml");
    const [one, two] = nodes.map(({ url }) => url);
    const text = readFileSync(file, "utf8");
    writeFileSync(
      file,
      text.replace("http://127.0.0.1:9900", one ?? "").replace("http://127.0.0.1:9910", two ?? ""),
    );
    return copy;
  }

  /** Runs a job, and kills it with all its processes as soon as a file of this name is there. */
  function run(copy: string, words: readonly string[], killedBy?: string): Promise<Job> {
    const [program = "", ...rest] = words;
    const child = spawn(program, rest, { cwd: copy, env: environment, detached: true });
    const watcher = watch(copy, () => {
      if (killedBy !== undefined && existsSync(join(copy, killedBy)))
        process.kill(-Number(child.pid), "SIGKILL");
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    return new Promise((resolve) => {
      child.on("close", (code) => {
        watcher.close();
        resolve({ code, output });
      });
    });
  }

  async function expectDone(copy: string, ...words: string[]): Promise<string> {
    const { code, output } = await run(copy, words);
    expect(code, output).to.equal(0);
    return output;
  }

  it("reaches both networks after a kill, by the script and by make at the same time", async () => {
    const [first, second] = [checkOut("first"), checkOut("second")];
    const killed = await run(first, ["bash", "deploy.sh", "test", "main"], ".chainnode.deploy.test.json");
    expect(killed.code, killed.output).to.equal(null);
    const jobs = await Promise.all([
      expectDone(first, "bash", "deploy.sh", "test", "main"),
      expectDone(second, "make"),
    ]);
    for (const output of jobs) expect(output).to.match(/^holds\tchief\tcheck/m);
    // Each network has its own key and value.
    for (const [network, most] of [
      ["test", "100"],
      ["main", "5000"],
    ] as const) {
      const [node] = network === "test" ? nodes : nodes.slice(1);
      const owner = network === "test" ? "alice" : "bob";
      const words = ["request", "Club", "--cid", `${owner}/club`, "--rpc", node?.url ?? ""];
      expect(await expectDone(first, "chainnode", ...words)).to.include(`"most": "${most}"`);
    }
    expect(await expectDone(first, "bash", "deploy.sh", "test", "main")).to.match(/^main: nothing to do$/m);
  });

  it("brings an upgrade to both networks, and takes it back on one", async () => {
    const copy = checkOut("copy");
    await expectDone(copy, "make");
    const source = join(copy, "points.ts");
    const text = readFileSync(source, "utf8");
    writeFileSync(
      source,
      text
        .replace('{ space: "club" }', '{ space: "club", version: "2" }')
        .replace("too many", "far too many"),
    );
    expect(await expectDone(copy, "make")).to.match(/^changed\tGive\tcontract\t2\t1\tbob/m);
    expect(await expectDone(copy, "make", "rollback-main")).to.match(/^changed\tGive\tcontract\t3\t2\tbob/m);
    writeFileSync(source, text);
    await expectDone(copy, "chainnode", "deploy", "verify", "main");
    expect((await run(copy, ["chainnode", "deploy", "verify", "test"])).code).to.equal(1);
  });
});
