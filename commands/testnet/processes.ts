import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo, Server } from "node:net";
import { createInterface } from "node:readline";
import { LOG_MODULES, type Log, type LogEntry } from "../../src/base/log.js";
import { createSlowLine } from "../../src/dev/testnet/slow-line.js";
import { BINARY } from "../binary.js";
import * as errors from "../errors.js";

/** What each node works on resource blocks: a part of one core, in percent. */
const MINING_DUTY = "5";

export interface TestnetOptions {
  readonly directories: readonly string[];
  /** The first of two ports of each node; 0 means any free ones. */
  readonly port: number;
  /** Of a round trip between two nodes. */
  readonly latencyMs: number;
  readonly log: Log;
  readonly logLevel: string;
  /** Aborted when the network is to end: what its nodes do then is no news. */
  readonly stop: AbortSignal;
}

export interface TestnetNode {
  readonly index: number;
  readonly network: string;
  readonly address: string;
  readonly rpc: string;
  readonly ops: string;
  readonly explorer: string | null;
  readonly directory: string;
}

interface Testnet {
  readonly nodes: readonly TestnetNode[];
  /** Resolves when no node runs any more, with the exit code or signal of each. */
  readonly ended: Promise<readonly string[]>;
  /** Stops the nodes, which seal or store what they have accepted. */
  end(): Promise<void>;
}

/** What `start --json` prints. */
interface Banner {
  readonly network: string;
  readonly address: string;
  readonly rpc: readonly [string];
  readonly ops: string;
  readonly explorer: string | null;
}

interface LogLine extends Omit<LogEntry, "fields"> {
  readonly time: string;
  readonly [field: string]: string | number;
}

/** Starts a process for each directory, and waits until all of them answer. Throws `TESTNET_ENDED`. */
export async function startTestnet(options: TestnetOptions): Promise<Testnet> {
  const { directories, port, latencyMs, log, stop } = options;
  const ports = directories.map((_, index) => (port === 0 ? null : port + 2 * index));
  // Before the nodes, since each is told where it reaches the others.
  const isDirect = latencyMs === 0 && port !== 0;
  const lines = isDirect ? [] : await openLines(ports, latencyMs / 2);
  const hosts = directories.map(
    (_, index) => `127.0.0.1:${isDirect ? port + 2 * index : portOf(lines[index])}`,
  );
  const children = directories.map((_, index) => startProcess(options, { index, hosts }));
  const ends = children.map(async (child, index) => {
    const [code, signal] = (await once(child, "exit")) as [number | null, string | null];
    if (!stop.aborted) log(endOf(index, signal ?? `code ${code}`));
    return signal ?? `code ${code}`;
  });
  const end = async (): Promise<void> => {
    for (const child of children) child.kill("SIGTERM");
    await Promise.all(ends);
    for (const line of lines) line.close();
  };
  try {
    const nodes = children.map(async (child, index): Promise<TestnetNode> => {
      const ended = ends[index]?.then((code) => {
        throw errors.testnetEnded({ node: index, code });
      });
      const banner = JSON.parse(String(await Promise.race([firstLine(child), ended]))) as Banner;
      const { network, address, rpc, ops, explorer } = banner;
      ports[index] = Number(new URL(rpc[0]).port);
      return { index, network, address, rpc: rpc[0], ops, explorer, directory: directories[index] ?? "" };
    });
    return { nodes: await Promise.all(nodes), ended: Promise.all(ends), end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function openLines(ports: readonly (number | null)[], delayMs: number): Promise<readonly Server[]> {
  const lines = ports.map((_, index) => createSlowLine(() => ports[index] ?? null, delayMs));
  for (const line of lines) {
    line.listen(0, "127.0.0.1");
    await once(line, "listening");
  }
  return lines;
}

function portOf(line: Server | undefined): number {
  return (line?.address() as AddressInfo | undefined)?.port ?? 0;
}

function startProcess(
  { directories, port, log, logLevel }: TestnetOptions,
  { index, hosts }: { readonly index: number; readonly hosts: readonly string[] },
): ChildProcess {
  const others = hosts.filter((_, other) => other !== index);
  const flags: Readonly<Record<string, string>> = {
    "log-format": "json",
    "log-level": logLevel,
    "data-dir": directories[index] ?? "",
    explorer: "public",
    port: String(port === 0 ? 0 : port + 2 * index),
    ...(port === 0 ? { "ops-port": "0" } : {}),
    "public-host": hosts[index] ?? "",
    "mining-duty": MINING_DUTY,
  };
  const words = [
    "start",
    "--json",
    "--allow-private-peers",
    "--mine",
    ...Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]),
    ...others.flatMap((host) => ["--peer", host]),
  ];
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("CHAINNODE_"));
  const child = spawn(process.execPath, [BINARY, ...words], {
    env: Object.fromEntries(own),
    // By the channel they learn of the end of this process, however it ends.
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    // Ctrl+C at a terminal reaches this process alone, which stops them.
    detached: true,
  });
  if (child.stderr !== null)
    createInterface({ input: child.stderr }).on("line", (line) => log(entryOf(index, line)));
  return child;
}

/** What it writes first; it never resolves when the process ends before. */
export async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) return "";
  for await (const line of createInterface({ input: child.stdout })) return line;
  // It ends without a line when it is stopped: that end is what is waited for.
  return new Promise(() => undefined);
}

function endOf(node: number, code: string): LogEntry {
  return { level: "warn", module: "node", message: "node ended", fields: { node, code } };
}

function entryOf(node: number, line: string): LogEntry {
  try {
    const { level, module, message, time: _, ...fields } = JSON.parse(line) as LogLine;
    if (LOG_MODULES.includes(module)) return { level, module, message, fields: { node, ...fields } };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  return { level: "error", module: "node", message: line, fields: { node } };
}
