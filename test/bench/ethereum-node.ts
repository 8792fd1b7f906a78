import { execFile, spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { freePort } from "../support/free-port.js";
import { ethereumAddress } from "../support/load/ethereum-transfer.js";
import { sendFrom, SIGNERS } from "../support/load/send-load.js";
import { otherNode } from "../support/other-node.js";
import type { LoadedNode } from "./committed-load.js";

/** When a node makes blocks: each ROUND_MS, or whenever there is a transaction. */
export type Mining = "interval" | "instant";

/** A development node of Ethereum from npm. */
export interface EthereumPeer {
  readonly name: string;
  /** Installs it in an empty directory. Fails when that is not possible here. */
  install(directory: string): Promise<void>;
  start(directory: string, mining: Mining): Promise<EthereumNode>;
}

export interface EthereumNode extends LoadedNode {
  readonly url: string;
  readonly process: ChildProcess;
  /** The address to which transfers go. */
  readonly recipient: string;
  stop(): Promise<void>;
}

export const ROUND_MS = 250;
/** What a block may hold: as many transfers as arrive. */
const BLOCK_GAS = 1_000_000_000;
const FUNDS = `0x${(10n ** 24n).toString(16)}`;
const READY_WITHIN_MS = 60_000;
const INSTALLED_WITHIN_MS = 180_000;
/** Hardhat needs this version of Node.js, or a later one. */
const HARDHAT_NODE = 22;

const anvil: EthereumPeer = {
  name: "Anvil",
  install: (directory) => installPackage("@foundry-rs/anvil@1.7.1", directory),
  start(directory, mining) {
    // The program itself; the one of the package would be its parent.
    const platform = `${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;
    const program = join(directory, `node_modules/@foundry-rs/anvil-${platform}/bin/anvil`);
    const words = ["--quiet", "--gas-limit", `${BLOCK_GAS}`];
    if (mining === "interval") words.push("--block-time", `${ROUND_MS / 1000}`);
    return startEthereumNode(program, words, directory);
  },
};

const hardhat: EthereumPeer = {
  name: "Hardhat",
  async install(directory) {
    await installPackage("hardhat@3.18.0", directory, hardhatNode());
  },
  async start(directory, mining) {
    const settings = mining === "instant" ? { auto: true } : { auto: false, interval: ROUND_MS };
    const node = {
      type: "edr-simulated",
      blockGasLimit: BLOCK_GAS,
      allowBlocksWithSameTimestamp: true,
      mining: settings,
    };
    await writeFile(
      join(directory, "hardhat.config.js"),
      `export default ${JSON.stringify({ networks: { node } })};`,
    );
    const program = join(directory, "node_modules/hardhat/dist/src/cli.js");
    const started = await startEthereumNode(hardhatNode(), [program, "node"], directory);
    await ethereumRequest(started.url, "hardhat_setLoggingEnabled", false);
    return started;
  },
};

export const ETHEREUM_PEERS: readonly EthereumPeer[] = [anvil, hardhat];

function hardhatNode(): string {
  return Number.parseInt(process.versions.node, 10) < HARDHAT_NODE
    ? otherNode(HARDHAT_NODE)
    : process.execPath;
}

/** Installs a package with npm, which leaves out optional ones that are not for this version of Node.js. */
async function installPackage(name: string, directory: string, node = process.execPath): Promise<void> {
  await mkdir(directory);
  await writeFile(join(directory, "package.json"), '{ "private": true, "type": "module" }');
  const words = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=0", name];
  const PATH = `${dirname(node)}${delimiter}${process.env["PATH"] ?? ""}`;
  const options = { cwd: directory, env: { ...process.env, PATH }, timeout: INSTALLED_WITHIN_MS };
  await promisify(execFile)("npm", words, options);
}

async function startEthereumNode(
  program: string,
  words: readonly string[],
  directory: string,
): Promise<EthereumNode> {
  const port = await freePort();
  const child = spawn(program, [...words, "--port", `${port}`], {
    cwd: directory,
    env: { ...process.env, HARDHAT_DISABLE_TELEMETRY: "true" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  const ended = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  await Promise.race([
    untilReady(url),
    ended.then(() => {
      throw new Error(`The node ended: ${complaint}`);
    }),
  ]).catch((error: unknown) => {
    child.kill("SIGKILL");
    throw error;
  });
  const recipient = ethereumAddress(newKey());
  return {
    url,
    process: child,
    recipient,
    // Each transfer gives the recipient the smallest unit of money.
    committed: async () => Number(await ethereumRequest(url, "eth_getBalance", recipient, "latest")),
    // New accounts, whose transactions begin at number zero.
    async send(load) {
      const keys = Array.from({ length: SIGNERS }, newKey);
      for (const key of keys) await ethereumRequest(url, "hardhat_setBalance", ethereumAddress(key), FUNDS);
      return sendFrom({ url, protocol: "ethereum", keys, recipient }, load);
    },
    async stop() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function newKey(): string {
  return randomBytes(32).toString("hex");
}

async function untilReady(url: string): Promise<void> {
  const untilMs = performance.now() + READY_WITHIN_MS;
  for (;;)
    try {
      await ethereumRequest(url, "eth_chainId");
      return;
    } catch (error) {
      if (performance.now() > untilMs) throw error;
      await setTimeout(100);
    }
}

/** The body of a JSON-RPC request. */
export function ethereumBody(method: string, ...params: readonly unknown[]): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}

async function ethereumRequest(url: string, method: string, ...params: readonly unknown[]): Promise<unknown> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: ethereumBody(method, ...params) });
  const { result, error } = (await answer.json()) as { readonly result?: unknown; readonly error?: unknown };
  if (error !== undefined) throw new Error(`${method}: ${JSON.stringify(error)}`);
  return result;
}
