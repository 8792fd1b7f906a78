import { expect } from "chai";
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { runBinary, useTemporaryDirectory } from "../cli/binary.js";
import { skip, skipWithout } from "../support/skip.js";

const BINARY = fileURLToPath(new URL("../../bin/chainnode.js", import.meta.url));
/** What the kernel says that a thread waits for which opens a pipe without a writer. */
const OPENS_PIPE = "wait_for_partner";

/** What the threads of a process wait for. */
function waits(pid: number): readonly string[] {
  return readdirSync(`/proc/${pid}/task`).map((task) =>
    readFileSync(`/proc/${pid}/task/${task}/wchan`, "latin1"),
  );
}

describe("signals before a node is ready", () => {
  const directory = useTemporaryDirectory();
  let started: ChildProcess[] = [];
  before(function () {
    if (!existsSync("/proc/self/wchan") || waits(process.pid).every((place) => place === "0"))
      skip(this, "what a process waits for is read from /proc");
  });
  afterEach(() => {
    for (const child of started) child.kill("SIGKILL");
    started = [];
  });

  const start = (program: string, words: readonly string[]): ChildProcess => {
    const child = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
    started.push(child);
    return child;
  };

  let definition: string;
  /** A node that waits for its network file, as for a slow disk. */
  const startWaiting = async (...words: readonly string[]): Promise<ChildProcess> => {
    await runBinary(["init", "--dev", "--data-dir", directory()]);
    const file = join(directory(), "network.toml");
    definition = readFileSync(file, "utf8");
    rmSync(file);
    spawnSync("mkfifo", [file]);
    const node = start(process.execPath, [
      BINARY,
      "start",
      "--data-dir",
      directory(),
      "--port",
      "0",
      ...words,
    ]);
    while (!waits(node.pid ?? 0).includes(OPENS_PIPE)) await delay(5);
    return node;
  };

  it("stop it at the end of the step under way, with exit code 0", async () => {
    const node = await startWaiting();
    let output = "";
    node.stdout?.on("data", (text: string) => (output += text));
    node.kill("SIGTERM");
    const ended = once(node, "exit");
    // The node may end before it reads, or read before the signal has reached it.
    const file = openSync(join(directory(), "network.toml"), "r+");
    writeSync(file, definition);
    closeSync(file);
    expect(await ended).to.deep.equal([0, null]);
    expect(output).to.equal("");
    expect(existsSync(join(directory(), "chain.sqlite"))).to.equal(false);
  });

  it("end it at once when they are repeated", async () => {
    const node = await startWaiting();
    const ended = once(node, "exit");
    while (node.exitCode === null && node.signalCode === null) {
      node.kill("SIGTERM");
      await delay(20);
    }
    const [code, signal] = (await ended) as [number | null, string | null];
    expect(code ?? signal).to.be.oneOf([130, "SIGTERM"]);
  });

  it("end process 1, which has no default action", async function () {
    skipWithout(this, "unshare");
    const space = ["--pid", "--fork", "--kill-child", "--map-root-user"];
    if (spawnSync("unshare", [...space, "true"]).status !== 0)
      skip(this, "this user may not make a process 1");
    // Its standard input stays open.
    const outer = start("unshare", [...space, process.execPath, BINARY, "hash", "value", "-"]);
    const ended = once(outer, "exit");
    while (outer.exitCode === null && outer.signalCode === null) {
      const inner = readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, "latin1").trim();
      try {
        if (inner !== "") process.kill(Number(inner), "SIGTERM");
      } catch (error) {
        // It has ended since.
        expect(error).to.include({ code: "ESRCH" });
      }
      await delay(20);
    }
    expect(await ended).to.deep.equal([143, null]);
  });
});
