import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { textIn } from "../../src/codec/text.js";
import { createClient } from "../../src/client/create-client.js";
import { dataDirectory } from "../../src/data/directory/data-directory.js";
import { openDirectorySource } from "../../src/readers/projection/directory-source.js";
import { projectedNetwork } from "../../src/readers/projection/projected-network.js";
import { Projector, type ProjectorOptions } from "../../src/readers/projector/projector.js";
import { storeSource } from "../../src/readers/projector/source.js";
import type { NetworkDefinition } from "../../src/records/network.js";
import { readDatabaseAddress } from "../../src/store/postgres/address.js";
import { LIVE_SCHEMA } from "../../src/store/postgres/schema.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import { startDevProcess } from "../support/dev-process.js";
import { fundSigners, sendLoad } from "../support/load/send-load.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { openBigChain } from "./big-chain.js";
import { percentile } from "./paced.js";
import type { Figure } from "./results.js";

/** Full blocks of a chain that is copied from its beginning. */
const FULL_BLOCKS = Number(process.env["CHAINNODE_BENCH_FULL_BLOCKS"] ?? 12);
const RATE = 1000;
/** How long each load lasts. */
const SECONDS = Number(process.env["CHAINNODE_LOAD_SECONDS"] ?? 5);
const DRAIN_MS = 100;
/** Loads without and with a projector, in turn. */
const TURNS = 2;

/** How fast a projector copies a chain that is there, into the empty database at a URL. */
export async function catchUpFigures(url: string): Promise<readonly Figure[]> {
  const directory = await makeTempDirectory();
  const store = await openSqliteStore({ file: join(directory, "chain.sqlite") });
  const { node, definition } = await openBigChain(store, {
    accounts: 2048,
    fullBlocks: FULL_BLOCKS,
    smallBlocks: 0,
  });
  const projector = new Projector({
    ...optionsFor(url, definition),
    source: storeSource(store, () => () => undefined),
  });
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  await projector.run(new AbortController().signal, { once: true });
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - start) / 1000;
  const { transactions } = projector.status;
  await node.stop();
  await rm(directory, { recursive: true });
  return [
    { name: "catching up", value: transactions / seconds, unit: "tx/s", goal: 8000 },
    {
      name: "catching up, by the projector's processor time",
      value: (transactions / (user + system)) * 1e6,
      unit: "tx/s",
      goal: 8000,
    },
  ];
}

/** What a projector into the database at a URL needs of a network. */
export function optionsFor(
  url: string,
  definition: NetworkDefinition,
): Pick<ProjectorOptions, "network" | "identity" | "notes" | "addresses" | "schema"> {
  return {
    ...projectedNetwork(definition),
    addresses: [readDatabaseAddress(url)],
    schema: LIVE_SCHEMA,
  };
}

/** How far a projector is behind a busy node, and what it costs the node. */
export async function followFigures(url: string): Promise<readonly Figure[]> {
  const directory = await makeTempDirectory();
  const node = await startDevProcess(directory, ["--rate-limit", "0", "--ops-port", "0"]);
  await fundSigners(node.url);
  const { source, definition } = await openDirectorySource(dataDirectory(directory));
  const lags: number[] = [];
  const onCaughtUp = (seconds: number): void => void lags.push(seconds * 1000);
  const projector = new Projector({ ...optionsFor(url, definition), source, onCaughtUp });
  const ops = textIn(node.banner, "ops");
  const perTransaction = async (): Promise<number> => {
    const client = createClient({ url: node.url });
    const [count, cpu] = [await client.transactionCount(), await cpuSeconds(ops)];
    const { accepted } = await sendLoad(node.url, { rate: RATE, seconds: SECONDS });
    while ((await client.transactionCount()) < count + accepted.length) await delay(DRAIN_MS);
    return ((await cpuSeconds(ops)) - cpu) / accepted.length;
  };
  await perTransaction();
  let [alone, beside] = [0, 0];
  for (let turn = 0; turn < TURNS; turn += 1) {
    alone += await perTransaction();
    const stop = new AbortController();
    const running = projector.run(stop.signal);
    beside += await perTransaction();
    stop.abort();
    await running;
  }
  await source.close();
  await node.stop();
  await rm(directory, { recursive: true });
  const ascending = lags.toSorted((left, right) => left - right);
  return [
    {
      name: `behind the node at ${RATE} transfers/s, p99`,
      value: percentile(ascending, 0.99),
      unit: "ms",
      goal: 250,
    },
    {
      name: "a transfer in the node beside a projector, to that without",
      value: beside / alone,
      unit: "×",
      goal: 1.05,
    },
  ];
}

/** Processor time of a server, by its metrics. */
export async function cpuSeconds(ops: string): Promise<number> {
  const text = await (await fetch(`${ops}/metrics`)).text();
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]);
}
