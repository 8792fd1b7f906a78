import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { createClient, type Client } from "../../src/client/index.js";
import { parseJson } from "../../src/codec/parse-json.js";
import { memberOf, valuesOf, type Value } from "../../src/codec/value.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { signTransaction, type SignedTransaction } from "../../src/records/transaction.js";
import { BINARY } from "../support/node-process.js";
import { listIn, textIn } from "../support/vectors.js";

/** How many transfers are sent at once. */
const AT_ONCE = 4;

const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** The real binary on a development chain, perhaps under a program that makes faults. */
export interface HammeredNode {
  readonly process: ChildProcess;
  /** The process of the node itself. */
  readonly pid: number;
  readonly url: string;
  readonly client: Client;
  /** The text on stderr. */
  log(): string;
  /** Resolves when the process has ended. */
  readonly ended: Promise<unknown>;
}

interface HammerOptions {
  /** The command that starts the node's command line, such as strace with its flags. */
  readonly under: readonly string[];
  readonly flags: readonly string[];
}

/** Starts a development node. Null when it is killed before it answers; fails when it ends otherwise. */
export function startHammered(
  directory: string,
  under: readonly string[] = [],
): Promise<HammeredNode | null> {
  return start(directory, { under, flags: ["--dev"] });
}

async function start(directory: string, { under, flags }: HammerOptions): Promise<HammeredNode | null> {
  const place = ["--data-dir", directory, "--port", "0", "--ops-port", "off"];
  const words = ["start", "--json", ...place, ...flags];
  const [program = process.execPath, ...rest] = [...under, process.execPath, BINARY, ...words];
  const child = spawn(program, rest, { stdio: ["ignore", "pipe", "pipe"] });
  running.add(child);
  let complaint = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (complaint += text));
  const ended = once(child, "close").finally(() => running.delete(child));
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), "line").then(([first]) => String(first)),
    ended.then(() => null),
  ]);
  if (line === null) {
    // strace ends by the signal that ended the node.
    if (child.signalCode === "SIGKILL") return null;
    throw new Error(`The node ended: ${complaint}`);
  }
  const url = textIn(valuesOf(listIn(memberOf(parseJson(line), "rpc")))[0]);
  const pid = under.length === 0 ? (child.pid ?? 0) : await childOf(child.pid ?? 0);
  return { process: child, pid, url, client: createClient({ url, retries: 0 }), log: () => complaint, ended };
}

/** Starts a development node that must live. */
export async function startSurely(
  directory: string,
  under: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<HammeredNode> {
  return living(await start(directory, { under, flags: ["--dev", ...flags] }));
}

/** Starts a node of a data directory, which may follow peers on this machine. */
export async function startFollower(directory: string): Promise<HammeredNode> {
  return living(await start(directory, { under: [], flags: ["--allow-private-peers"] }));
}

function living(node: HammeredNode | null): HammeredNode {
  if (node === null) throw new Error("The node was killed at its start. ");
  return node;
}

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the real binary, or another program, to its end, perhaps under a program that makes faults. */
export async function runUnder(
  under: readonly string[],
  words: readonly string[],
  run: string = BINARY,
): Promise<Ended> {
  const [program = process.execPath, ...rest] = [...under, process.execPath, run, ...words];
  const child = spawn(program, rest, { stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}

/** Sends transfers, some at once, whether they are accepted or not. */
export async function sendTransfers({ client }: HammeredNode, from: number, count: number): Promise<void> {
  for (let sent = from; sent < from + count; sent += AT_ONCE)
    await Promise.allSettled(
      Array.from({ length: AT_ONCE }, (_, index) => client.sendTransaction(transferNumber(sent + index))),
    );
}

/** Sends transfers until one is in a new block. */
export async function commitOne(node: HammeredNode, from: number): Promise<void> {
  const height = await heightOf(node);
  for (let sent = from; (await heightOf(node)) <= height; sent += AT_ONCE)
    await sendTransfers(node, sent, AT_ONCE);
}

export async function heightOf({ client }: HammeredNode): Promise<number> {
  return (await client.info()).last_block.height;
}

/** Ends a node as its service does. */
export async function stopHammered({ pid, ended }: HammeredNode): Promise<void> {
  process.kill(pid, "SIGTERM");
  await ended;
}

/** Kills the node, not the program that it runs under: that one ends with it. */
export async function killHammered({ pid, ended }: HammeredNode): Promise<void> {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
  await ended;
}

async function childOf(pid: number): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, "latin1")).trim();
  return children === "" ? pid : Number(children.split(" ")[0]);
}

/** A transfer between two development accounts, each with an amount and a time of its own. */
export function transferNumber(index: number): SignedTransaction {
  const accounts = devAccounts();
  const [from, to] = [accounts[index % accounts.length], accounts[(index + 1) % accounts.length]];
  if (from === undefined || to === undefined) throw new RangeError("There are ten. ");
  const timestamp = BigInt(Date.now() * 1000 + (index % 1000));
  const members = { type: "Send", timestamp, from: from.address, to: to.address, amount: "1" };
  return signTransaction(new Map<string, Value>(Object.entries(members)), from.privateKey);
}

/** The memory of a process in bytes, as the system counts it. */
export async function residentBytes(pid: number): Promise<number> {
  const [, kilobytes] = /^VmRSS:\s+([0-9]+) kB/m.exec(await readFile(`/proc/${pid}/status`, "latin1")) ?? [];
  if (kilobytes === undefined) throw new Error(`The process ${pid} has ended. `);
  return Number(kilobytes) * 1024;
}
