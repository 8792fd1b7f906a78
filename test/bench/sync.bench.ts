import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { VolatileSigningMemory } from "../../src/consensus/signing-memory.js";
import { SignatureThreads } from "../../src/ledger/signatures/signature-threads.js";
import { createIdentity } from "../../src/data/directory/identity.js";
import { Node } from "../../src/node/node.js";
import { systemClock } from "../../src/base/clock/system-clock.js";
import { createHttpConnect } from "../../src/peers/transport/http-connect.js";
import type { NetworkDefinition } from "../../src/records/network.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import { openTcpProxy } from "../support/tcp-proxy.js";
import { makeTempDirectory } from "../support/temp-store.js";

interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

interface Source {
  readonly host: string;
  readonly network: NetworkDefinition;
  readonly height: number;
}

interface Measured {
  readonly seconds: number;
  /** Of the syncing node: its main thread and signature threads together. */
  readonly cpuSeconds: number;
  readonly sourceCpuSeconds: number;
}

const SOURCE = fileURLToPath(new URL("sync-source.js", import.meta.url));
const FULL_BLOCKS = 20;
const TRANSFERS_A_BLOCK = 2000;
const SMALL_BLOCKS = 1000;
/** Of 256 such blocks not all come in one answer. */
const [MIDDLE_BLOCKS, MIDDLE_TRANSFERS] = [2000, 20];
/** Between two continents. */
const ROUND_TRIP_MS = 150;

/** A new node syncs a chain over HTTP from a node in another process, and validates all of it. */
export async function bench(): Promise<Row[]> {
  const full = await measure(FULL_BLOCKS, TRANSFERS_A_BLOCK);
  const small = await measure(SMALL_BLOCKS, 1);
  const far = await measure(SMALL_BLOCKS, 1, ROUND_TRIP_MS);
  const farther = await measure(MIDDLE_BLOCKS, MIDDLE_TRANSFERS, ROUND_TRIP_MS);
  return [
    {
      name: "sync of full blocks",
      value: (FULL_BLOCKS * TRANSFERS_A_BLOCK) / full.seconds,
      unit: "transactions/s",
    },
    ...timeRows(full, FULL_BLOCKS * TRANSFERS_A_BLOCK, "a transaction"),
    { name: "sync of blocks of one transaction", value: SMALL_BLOCKS / small.seconds, unit: "blocks/s" },
    ...timeRows(small, SMALL_BLOCKS, "a block"),
    {
      name: `sync of blocks of one transaction, ${ROUND_TRIP_MS} ms away`,
      value: SMALL_BLOCKS / far.seconds,
      unit: "blocks/s",
    },
    {
      name: `sync of blocks of ${MIDDLE_TRANSFERS} transactions, ${ROUND_TRIP_MS} ms away`,
      value: MIDDLE_BLOCKS / farther.seconds,
      unit: "blocks/s",
    },
  ];
}

function timeRows({ seconds, cpuSeconds, sourceCpuSeconds }: Measured, count: number, what: string): Row[] {
  const micros = (time: number): number => (time / count) * 1e6;
  return [
    { name: `  time ${what}`, value: micros(seconds), unit: "µs" },
    { name: `  processor time ${what}, here`, value: micros(cpuSeconds), unit: "µs" },
    { name: `  processor time ${what}, at the source`, value: micros(sourceCpuSeconds), unit: "µs" },
  ];
}

async function measure(blocks: number, transfers: number, roundTripMs = 0): Promise<Measured> {
  const directory = await makeTempDirectory();
  const child = fork(SOURCE, [join(directory, "made.sqlite"), String(blocks), String(transfers)], {
    serialization: "advanced",
  });
  const source = await told<Source>(child);
  const line = await openTcpProxy({ port: Number(source.host.split(":")[1]) });
  line.setLatency(roundTripMs);
  const host = roundTripMs === 0 ? source.host : line.host;
  const verifier = new SignatureThreads();
  const node = await Node.open({
    store: await openSqliteStore({ file: join(directory, "synced.sqlite") }),
    network: source.network,
    identity: createIdentity(),
    signingMemory: new VolatileSigningMemory(),
    clock: systemClock,
    verifier,
    peers: { connect: createHttpConnect({ allowPrivate: true }), hosts: [host] },
  });
  try {
    await node.peers?.tracker.check(host);
    const before = await cpuSecondsOf(child);
    const cpu = process.cpuUsage();
    const start = performance.now();
    node.start();
    while (node.ledger.tip.height < source.height) await setTimeout(5);
    const seconds = (performance.now() - start) / 1000;
    const { user, system } = process.cpuUsage(cpu);
    const sourceCpuSeconds = (await cpuSecondsOf(child)) - before;
    return { seconds, cpuSeconds: (user + system) / 1e6, sourceCpuSeconds };
  } finally {
    await node.stop();
    await verifier.close();
    await line.close();
    child.disconnect();
    await once(child, "exit");
    await rm(directory, { recursive: true });
  }
}

async function cpuSecondsOf(child: ChildProcess): Promise<number> {
  child.send("cpu");
  return (await told<{ cpuSeconds: number }>(child)).cpuSeconds;
}

async function told<T>(child: ChildProcess): Promise<T> {
  const [message] = (await once(child, "message")) as [T];
  return message;
}
