import { expect } from "chai";
import { spawnSync } from "node:child_process";
import { cp, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { createClient } from "../../src/client/create-client.js";
import { dataDirectory } from "../../src/data/directory/data-directory.js";
import { openConnection, type DatabaseConnection } from "../../src/store/sqlite/connection.js";
import { runBinary } from "../cli/binary.js";
import { GatedNode } from "../support/gated-node.js";
import { skip, skipWithout } from "../support/skip.js";
import { startNodeProcess, type NodeProcess } from "../support/node-process.js";
import { sendOracle } from "../support/send-oracle.js";
import { openTcpProxy, type TcpProxy } from "../support/tcp-proxy.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { freePort } from "../support/free-port.js";
import { Watcher } from "./watcher.js";

/** How far the moved clock is ahead, in ms: of the last block, and of the peers, who still accept the node's records. */
const AHEAD_MS = 3_600_000;
const AHEAD_OF_PEERS_MS = 3_000;
/** The node is not ready with less than 256 MiB free. */
const DISK_MIB = 400;
const FILLER_MIB = 200;
/** More than may be undone without an alert. */
const BLOCKS_UNDONE = 5;
/** More than a node may be behind while it counts as ready. */
const BLOCKS_BEHIND = 12;
const POLL_MS = 100;
/** How long a slow commit takes. */
const SLOW_COMMIT_MS = 3_000;
/** Longer than the greatest delay of a healthy event loop. */
const HALT_MS = 400;
/** The directories of the node that is watched, and of the one that makes the blocks of a network. */
const WATCHED = "watched";
const MAKER = "maker";
const ALLOW_PRIVATE = ["--allow-private-peers"];

describe("the alerts of real nodes (docs/metrics.md)", function () {
  this.timeout(1_200_000);
  let directory: string;
  let target: string;
  let opsPort: number;
  const nodes: NodeProcess[] = [];
  const gates: GatedNode[] = [];
  const addresses: TcpProxy[] = [];
  let watcher: Watcher | null = null;

  before(function () {
    skipWithout(this, "prometheus");
  });
  beforeEach(async () => {
    directory = await makeTempDirectory();
    opsPort = await freePort();
    target = `127.0.0.1:${opsPort}`;
    watcher = await Watcher.start(directory, [target]);
  });
  afterEach(async () => {
    await watcher?.stop();
    watcher = null;
    for (const gate of gates.splice(0)) gate.close();
    for (const address of addresses.splice(0)) await address.close();
    for (const node of nodes.splice(0)) await node.kill();
    await rm(directory, { recursive: true });
  });

  /** Starts a node of a directory by name; the one that is watched has the ops port of the target. */
  async function start(name: string, flags: readonly string[]): Promise<NodeProcess> {
    const port = name === WATCHED ? String(opsPort) : "off";
    const node = await startNodeProcess(join(directory, name), [...flags, "--ops-port", port]);
    nodes.push(node);
    return node;
  }

  /** Like `start`, on a machine whose clock is ahead. */
  async function startAhead(name: string, flags: readonly string[], aheadMs: number): Promise<NodeProcess> {
    const ahead = join(directory, "ahead.mjs");
    await writeFile(ahead, `const now = Date.now.bind(Date);\nDate.now = () => now() + ${aheadMs};\n`);
    const { NODE_OPTIONS = "" } = process.env;
    process.env["NODE_OPTIONS"] = `${NODE_OPTIONS} --import ${pathToFileURL(ahead).href}`;
    try {
      return await start(name, flags);
    } finally {
      process.env["NODE_OPTIONS"] = NODE_OPTIONS;
    }
  }

  async function chainnode(...words: readonly string[]): Promise<void> {
    const { code, stderr } = await runBinary(words);
    expect(code, stderr).to.equal(0);
  }

  /**
   * Begins a network on one node, which alone makes its blocks, and prepares the watched node, which reaches it at a
   * gate.
   *
   * @param definition the flags that name a template of the network.
   */
  async function beginNetwork(definition: readonly string[] = []): Promise<{
    readonly gate: GatedNode;
    readonly maker: NodeProcess;
    readonly flags: readonly string[];
  }> {
    await chainnode("init", "--genesis", ...definition, "--data-dir", join(directory, MAKER));
    const maker = await start(MAKER, ALLOW_PRIVATE);
    const { networkFile } = dataDirectory(join(directory, MAKER));
    await chainnode("init", "--network", networkFile, "--data-dir", join(directory, WATCHED));
    const gate = await GatedNode.open(maker.url);
    gates.push(gate);
    return { gate, maker, flags: ["--peer", gate.host, ...ALLOW_PRIVATE] };
  }

  /** Takes the right to write the watched node's database, until the connection is closed. */
  async function lockDatabase(): Promise<DatabaseConnection> {
    const connection = await openConnection(
      dataDirectory(join(directory, WATCHED)).databaseFile,
      "read-write",
    );
    await connection.script("BEGIN IMMEDIATE");
    return connection;
  }

  async function heightOf(url: string): Promise<number> {
    return (await createClient({ url }).round()).block.height;
  }

  async function untilHeight(url: string, height: number): Promise<void> {
    while ((await heightOf(url)) < height) await setTimeout(POLL_MS);
  }

  /** Makes blocks of one transaction each on the node of a directory. */
  async function makeBlocks(name: string, url: string, count: number): Promise<void> {
    const begin = await heightOf(url);
    for (let height = begin; height < begin + count; height += 1) {
      await sendOracle(join(directory, name), url);
      await untilHeight(url, height + 1);
    }
  }

  const fires = (alert: string): Promise<void> | undefined => watcher?.fires(alert, target);
  const ends = (alert: string): Promise<void> | undefined => watcher?.ends(alert, target);

  it("ChainnodeDown fires when the process is killed, and ends when it runs again", async () => {
    const node = await start(WATCHED, ["--dev"]);
    await ends("ChainnodeDown");
    await node.kill();
    await fires("ChainnodeDown");
    await start(WATCHED, ["--dev"]);
    await ends("ChainnodeDown");
  });

  it("ChainnodeNoPeers fires while none of the hosts answers, and ends when one does", async () => {
    const { gate, maker, flags } = await beginNetwork();
    gate.leadTo(null);
    await start(WATCHED, flags);
    await fires("ChainnodeNoPeers");
    gate.leadTo(maker.url);
    await ends("ChainnodeNoPeers");
  });

  it("ChainnodeClockWrong fires after the clock was ahead, and ends when the blocks dated ahead are gone", async () => {
    // A development chain continues at the time of its last block.
    await chainnode("init", "--genesis", "--data-dir", join(directory, WATCHED));
    const early = await startAhead(WATCHED, [], AHEAD_MS);
    await untilHeight(early.url, 1);
    expect(await early.stop()).to.equal(0);
    const late = await start(WATCHED, []);
    await fires("ChainnodeClockWrong");
    expect(await late.stop()).to.equal(0);
    await chainnode("data", "rewind", "--dated-ahead", "--yes", "--data-dir", join(directory, WATCHED));
    await start(WATCHED, []);
    await ends("ChainnodeClockWrong");
  });

  it("ChainnodeClockWrong fires while the clock differs from the peers', and ends when it is right", async () => {
    const { flags } = await beginNetwork();
    const early = await startAhead(WATCHED, flags, AHEAD_OF_PEERS_MS);
    await fires("ChainnodeClockWrong");
    expect(await early.stop()).to.equal(0);
    await start(WATCHED, flags);
    await ends("ChainnodeClockWrong");
  });

  it("ChainnodeDiskFull fires while the disk is full, and ends when there is room", async function () {
    const disk = join(directory, WATCHED);
    await mkdir(disk);
    if (spawnSync("mount", ["-t", "tmpfs", "-o", `mode=700,size=${DISK_MIB}m`, "tmpfs", disk]).status !== 0)
      skip(this, "only root may mount a disk of its own");
    try {
      const node = await start(WATCHED, ["--dev"]);
      await ends("ChainnodeDiskFull");
      await writeFile(join(disk, "filler"), Buffer.alloc(FILLER_MIB * 1024 * 1024));
      await fires("ChainnodeDiskFull");
      await rm(join(disk, "filler"));
      await ends("ChainnodeDiskFull");
      await node.kill();
    } finally {
      spawnSync("umount", ["--lazy", disk]);
    }
  });

  it("ChainnodeBehind fires while no peer gives the blocks that it announces, and ends when one does", async () => {
    const { gate, maker, flags } = await beginNetwork();
    gate.holdBlocks();
    await makeBlocks(MAKER, maker.url, BLOCKS_BEHIND);
    await start(WATCHED, flags);
    await fires("ChainnodeBehind");
    gate.giveBlocks();
    await ends("ChainnodeBehind");
  });

  it("ChainnodeRoundStuck fires while the only validator is gone, and ends with its next block", async () => {
    const { gate, maker, flags } = await beginNetwork();
    // The validator collects the transactions of the nodes that it can reach.
    const own = await openTcpProxy(null);
    addresses.push(own);
    const watched = await start(WATCHED, [...flags, "--public-host", own.host]);
    own.leadTo({ port: Number(new URL(watched.url).port) });
    await untilHeight(watched.url, await heightOf(maker.url));
    gate.leadTo(null);
    await maker.kill();
    await sendOracle(join(directory, MAKER), watched.url);
    await fires("ChainnodeRoundStuck");
    gate.leadTo((await start(MAKER, ALLOW_PRIVATE)).url);
    await ends("ChainnodeRoundStuck");
  });

  it("ChainnodeStoreFailing fires while blocks cannot be written, and ends when they can", async () => {
    const { url } = await start(WATCHED, ["--dev"]);
    const lock = await lockDatabase();
    await sendOracle(join(directory, WATCHED), url);
    await fires("ChainnodeStoreFailing");
    await lock.close();
    await ends("ChainnodeStoreFailing");
  });

  it("ChainnodeUndoneBlocks fires when the validator went back to a backup, and ends after that", async () => {
    const template = join(directory, "template.toml");
    await writeFile(
      template,
      `network_name = "FORK"\nsystem_nonce = "Fiat lux. "\npeers = []\n[constants]\ndefault_difficulty = "1000"\n` +
        "resource_interval = 1000000\n",
    );
    const home = join(directory, MAKER);
    const { gate, maker, flags } = await beginNetwork(["--network", template]);
    await makeBlocks(MAKER, maker.url, 1);
    expect(await maker.stop()).to.equal(0);
    await cp(home, join(directory, "backup"), { recursive: true });
    const early = await start(MAKER, ALLOW_PRIVATE);
    gate.leadTo(early.url);
    const watched = await start(WATCHED, flags);
    await makeBlocks(MAKER, early.url, BLOCKS_UNDONE);
    await untilHeight(watched.url, await heightOf(early.url));
    await ends("ChainnodeUndoneBlocks");
    gate.leadTo(null);
    await early.kill();
    await rm(home, { recursive: true });
    await rename(join(directory, "backup"), home);
    const late = await start(MAKER, [...ALLOW_PRIVATE, "--mine"]);
    while ((await createClient({ url: late.url }).resourceRound()).block.height < 2)
      await setTimeout(POLL_MS);
    await makeBlocks(MAKER, late.url, 1);
    gate.leadTo(late.url);
    await fires("ChainnodeUndoneBlocks");
    await ends("ChainnodeUndoneBlocks");
  });

  it("ChainnodeSlowDisk fires while commits take seconds, and ends when they do not", async () => {
    const { url } = await start(WATCHED, ["--dev"]);
    // A rate counts from the first scrape.
    await ends("ChainnodeSlowDisk");
    const height = await heightOf(url);
    const lock = await lockDatabase();
    await sendOracle(join(directory, WATCHED), url);
    // Less than the node waits for the lock.
    await setTimeout(SLOW_COMMIT_MS);
    await lock.close();
    await untilHeight(url, height + 1);
    await fires("ChainnodeSlowDisk");
    await ends("ChainnodeSlowDisk");
  });

  it("ChainnodeSigningStopped fires when the data directory is gone, and ends after a start with it", async () => {
    const node = await start(WATCHED, ["--dev"]);
    await ends("ChainnodeSigningStopped");
    await rename(join(directory, WATCHED), join(directory, "away"));
    await fires("ChainnodeSigningStopped");
    await node.kill();
    await rm(join(directory, WATCHED), { recursive: true, force: true });
    await rename(join(directory, "away"), join(directory, WATCHED));
    await start(WATCHED, ["--dev"]);
    await ends("ChainnodeSigningStopped");
  });

  it("ChainnodeEventLoopSlow fires while the process is halted again and again, and ends after that", async () => {
    const node = await start(WATCHED, ["--dev"]);
    await ends("ChainnodeEventLoopSlow");
    const over = new AbortController();
    const halts = (async () => {
      while (!over.signal.aborted) {
        node.process.kill("SIGSTOP");
        await setTimeout(HALT_MS);
        node.process.kill("SIGCONT");
        await setTimeout(HALT_MS);
      }
    })();
    await fires("ChainnodeEventLoopSlow");
    over.abort();
    await halts;
    await ends("ChainnodeEventLoopSlow");
  });

  it("ChainnodeStandingStill fires when no node mines, and ends with the next resource block", async () => {
    const template = join(directory, "template.toml");
    await writeFile(
      template,
      `network_name = "STANDSTILL"\nsystem_nonce = "Fiat lux. "\npeers = []\n[constants]\ndefault_difficulty = "1000"\n` +
        "resource_interval = 1000000\nresource_confirm_count = 2\nconfirm_interval = 6000000\n",
    );
    const home = join(directory, WATCHED);
    await chainnode("init", "--genesis", "--network", template, "--data-dir", home);
    const { url } = await start(WATCHED, ["--mine"]);
    // Until enough resource blocks are confirmed, the node that began the chain may seal without any.
    while ((await createClient({ url }).resourceRound()).block.height < 8) await setTimeout(POLL_MS);
    await ends("ChainnodeStandingStill");
    await chainnode("mining", "stop", "--data-dir", home);
    await fires("ChainnodeStandingStill");
    await chainnode("mining", "start", "--data-dir", home);
    await ends("ChainnodeStandingStill");
  });
});
