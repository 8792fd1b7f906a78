import { execFile } from "node:child_process";
import { rmSync } from "node:fs";
import { Agent } from "node:http";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createClient } from "../../src/client/create-client.js";
import { dataDirectory, initDataDirectory } from "../../src/data/directory/data-directory.js";
import { devAccounts, devNetwork } from "../../src/data/dev-network.js";
import { startDevProcess, type DevProcess } from "../support/dev-process.js";
import { FastSigner } from "../support/fast-signer.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { exchange } from "./exchange.js";
import { pacedLatencies, percentile } from "./paced.js";
import { residentMegabytes } from "./resident-memory.js";

interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

const BINARY = fileURLToPath(new URL("../../bin/chainnode.js", import.meta.url));
const RATE = 1500;
const SECONDS = 12;
/** The load is sent in small groups, like that of many clients. */
const GROUPS_A_SECOND = 50;
/** An address may have 64 connections, and the client that counts needs some of them. */
const CONNECTIONS = 48;
/** The reads of other clients, which rounds must not delay. */
const READS_A_SECOND = 100;

/** The real binary in its own process: start time, memory, and the load that it sustains. */
export async function bench(): Promise<Row[]> {
  const directory = await makeTempDirectory();
  // The public network's interval: the ceiling is 2,048 transactions a second.
  await initDataDirectory(dataDirectory(directory), (identity) => {
    const network = devNetwork(identity);
    return { ...network, constants: { ...network.constants, main_chain_interval: 1_000_000 } };
  });
  const rows = [await measureVersion()];
  let node = await startDevProcess(directory);
  await node.stop();
  const start = performance.now();
  node = await startDevProcess(directory);
  rows.push({ name: "start to banner, an existing chain", value: performance.now() - start, unit: "ms" });
  rows.push({ name: "resident memory, idle", value: residentMegabytes(node.process), unit: "MB" });
  rows.push(...(await measureTransfers(node)));
  rows.push({ name: "resident memory after the load", value: residentMegabytes(node.process), unit: "MB" });
  await node.stop();
  rmSync(directory, { recursive: true });
  return rows;
}

async function measureVersion(): Promise<Row> {
  const run = promisify(execFile);
  const times: number[] = [];
  for (let index = 0; index < 5; index += 1) {
    const start = performance.now();
    await run(process.execPath, [BINARY, "--version"]);
    times.push(performance.now() - start);
  }
  return { name: "chainnode --version", value: Math.min(...times), unit: "ms" };
}

/** A steady load over HTTP. Only transactions that are in blocks at the end count. */
async function measureTransfers(node: DevProcess): Promise<Row[]> {
  const client = createClient({ url: node.url });
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const accounts = devAccounts();
  const signers = accounts.map((account) => new FastSigner(account));
  const before = await client.transactionCount();
  const answers: Promise<number>[] = [];
  const reads = readMeanwhile(node, accounts[0]?.address ?? "");
  const start = performance.now();
  const groupSize = RATE / GROUPS_A_SECOND;
  for (let group = 0; group < SECONDS * GROUPS_A_SECOND; group += 1) {
    for (let index = 0; index < groupSize; index += 1) {
      const number = group * groupSize + index;
      const signer = signers[number % signers.length];
      const recipient = accounts[(number + 1) % accounts.length];
      if (signer === undefined || recipient === undefined) throw new Error("There are no accounts. ");
      const form = signer.transfer(recipient.address, Date.now() * 1000 + (number % 1000));
      answers.push(exchange(agent, `${node.url}/sendtransaction`, new URLSearchParams(form).toString()));
    }
    const nextMs = ((group + 1) * 1000) / GROUPS_A_SECOND - (performance.now() - start);
    if (nextMs > 0) await setTimeout(nextMs);
  }
  const codes = await Promise.all(answers);
  const seconds = (performance.now() - start) / 1000;
  await setTimeout(2500);
  const committed = (await client.transactionCount()) - before;
  agent.destroy();
  return [
    { name: `transfers sent over HTTP in ${SECONDS} s`, value: codes.length, unit: "tx" },
    { name: "accepted", value: codes.filter((code) => code === 200).length, unit: "tx" },
    { name: "in blocks afterwards", value: committed, unit: "tx" },
    { name: "committed a second, one second rounds", value: committed / seconds, unit: "tx/s" },
    { name: "GetBalance meanwhile, p50", value: percentile(await reads, 0.5), unit: "ms" },
    { name: "GetBalance meanwhile, p99", value: percentile(await reads, 0.99), unit: "ms" },
  ];
}

/** The latencies of reads while blocks are executed and committed. */
async function readMeanwhile({ url }: DevProcess, address: string): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const request = JSON.stringify({ type: "GetBalance", address });
  const path = `${url}/request?request=${encodeURIComponent(request)}`;
  const load = { count: SECONDS * READS_A_SECOND, perSecond: READS_A_SECOND };
  const latencies = await pacedLatencies(load, () => exchange(agent, path));
  agent.destroy();
  return latencies;
}
