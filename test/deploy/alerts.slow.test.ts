import { expect } from "chai";
import { spawn, type ChildProcess } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runBinary } from "../cli/binary.js";
import { isInstalled } from "../support/is-installed.js";
import { startNodeProcess, type NodeProcess } from "../support/node-process.js";
import { makeTempDirectory } from "../support/temp-store.js";

const RULES = fileURLToPath(new URL("../../../deploy/prometheus/chainnode.rules.yml", import.meta.url));
/** How far the moved clock is ahead. */
const AHEAD_MS = 3_600_000;

/** Prometheus with the rules of the project, whose waiting times are one second. */
class Watcher {
  readonly #process: ChildProcess;
  readonly #port: number;

  private constructor(process: ChildProcess, port: number) {
    this.#process = process;
    this.#port = port;
  }

  static async start(directory: string, targets: readonly string[]): Promise<Watcher> {
    const rules = (await readFile(RULES, "utf8")).replaceAll(/for: \d+m/g, "for: 1s");
    await writeFile(join(directory, "rules.yml"), rules);
    await writeFile(
      join(directory, "prometheus.yml"),
      `global: { scrape_interval: 1s, evaluation_interval: 1s }\nrule_files: ['rules.yml']\nscrape_configs:\n` +
        `  - job_name: chainnode\n    static_configs:\n      - targets: [${targets.map((target) => `'${target}'`).join(", ")}]\n`,
    );
    const port = await freePort();
    const process = spawn("prometheus", [
      `--config.file=${join(directory, "prometheus.yml")}`,
      `--storage.tsdb.path=${join(directory, "prometheus")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ]);
    return new Watcher(process, port);
  }

  /** Waits until an alert of a target fires, or no longer does. */
  async until(alert: string, target: string, isFiring: boolean): Promise<void> {
    const query = `ALERTS{alertname="${alert}",instance="${target}",alertstate="firing"}`;
    const url = `http://127.0.0.1:${this.#port}/api/v1/query?query=${encodeURIComponent(query)}`;
    for (;;) {
      const answer = (await fetch(url).then(
        // It answers 503 until it has started.
        (response) => (response.ok ? response.json() : null),
        () => null,
      )) as { readonly data?: { readonly result?: readonly unknown[] } } | null;
      const count = answer?.data?.result?.length;
      if (count !== undefined && count > 0 === isFiring) return;
      await setTimeout(300);
    }
  }

  async stop(): Promise<void> {
    this.#process.kill();
    await new Promise((resolve) => this.#process.once("close", resolve));
  }
}

describe("the alerts of real nodes (docs/metrics.md)", function () {
  let directory: string;
  const nodes: NodeProcess[] = [];
  let watcher: Watcher | null = null;

  before(function () {
    if (!isInstalled("prometheus")) this.skip();
  });
  beforeEach(async () => {
    directory = await makeTempDirectory();
  });
  afterEach(async () => {
    await watcher?.stop();
    watcher = null;
    for (const node of nodes.splice(0)) await node.kill();
    await rm(directory, { recursive: true });
  });

  /** Starts a node with a known ops port and returns its target. */
  async function start(name: string, flags: readonly string[], opsPort: number): Promise<NodeProcess> {
    const node = await startNodeProcess(join(directory, name), [...flags, "--ops-port", String(opsPort)]);
    nodes.push(node);
    return node;
  }

  it("ChainnodeDown fires when the process is killed, and ends when it runs again", async () => {
    const port = await freePort();
    const target = `127.0.0.1:${port}`;
    const node = await start("node", ["--dev"], port);
    watcher = await Watcher.start(directory, [target]);
    await watcher.until("ChainnodeDown", target, false);
    await node.kill();
    await watcher.until("ChainnodeDown", target, true);
    await start("node", ["--dev"], port);
    await watcher.until("ChainnodeDown", target, false);
  });

  it("ChainnodeNoPeers fires for a node none of whose hosts answers", async () => {
    const port = await freePort();
    const target = `127.0.0.1:${port}`;
    await runBinary(["init", "--genesis", "--data-dir", join(directory, "alone")]);
    await start("alone", ["--peer", `127.0.0.1:${await freePort()}`, "--allow-private-peers"], port);
    watcher = await Watcher.start(directory, [target]);
    await watcher.until("ChainnodeNoPeers", target, true);
  });

  it("ChainnodeClockWrong fires for a node whose clock was ahead when it made its last block", async () => {
    const port = await freePort();
    const target = `127.0.0.1:${port}`;
    const ahead = join(directory, "ahead.mjs");
    await writeFile(ahead, `const now = Date.now.bind(Date);\nDate.now = () => now() + ${AHEAD_MS};\n`);
    const { NODE_OPTIONS = "" } = process.env;
    process.env["NODE_OPTIONS"] = `${NODE_OPTIONS} --import ${pathToFileURL(ahead).href}`;
    try {
      const early = await start("node", ["--dev"], port);
      expect(await early.stop()).to.equal(0);
      nodes.splice(0);
    } finally {
      process.env["NODE_OPTIONS"] = NODE_OPTIONS;
    }
    await start("node", ["--dev"], port);
    watcher = await Watcher.start(directory, [target]);
    await watcher.until("ChainnodeClockWrong", target, true);
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
