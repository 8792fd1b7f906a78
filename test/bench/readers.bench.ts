import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { textIn } from "../../src/codec/text.js";
import { dataDirectory } from "../../src/data/directory/data-directory.js";
import { openDirectorySource } from "../../src/readers/projection/directory-source.js";
import { Projector } from "../../src/readers/projector/projector.js";
import { startServer, type NodeProcess } from "../support/node-process.js";
import { exchange } from "./exchange.js";
import { catchUpFigures, cpuSeconds, followFigures, optionsFor } from "./projector-figures.js";
import { pacedLatencies } from "./paced.js";
import { figureText, type Figure } from "./results.js";

const SERVER = process.env["CHAINNODE_TEST_POSTGRES"] ?? "postgres://postgres@127.0.0.1:5432";
/** For each server and round. */
const REQUESTS = Number(process.env["CHAINNODE_BENCH_REQUESTS"] ?? 1000);
const WARM_UP = 1000;
/** Other processes only lengthen a request, so the round in which it costs least is taken. */
const ROUNDS = 3;
/** To each server. */
const CONNECTIONS = 16;
/** Requests a second to each server: four fit two cores, beside the database and the load itself. */
const RATE = 600;
const READERS = [1, 2, 4];
/** What a request may cost a reader, in those of the node. */
const MORE = 1.3;
/** How much more four readers answer than one, when each has a core. */
const GROWTH = 3;
/** Processor time is in hundredths of a second (proc(5)). */
const TICK_US = 10_000;

/** A server with its RPC and ops addresses. */
interface Served {
  readonly url: string;
  readonly ops: string;
  readonly log: () => string;
}

/**
 * The copy of a chain in PostgreSQL and its readers. Needs a server (CHAINNODE_TEST_POSTGRES). CHAINNODE_BENCH_FULL_BLOCKS
 * is the length of the chain that is copied, CHAINNODE_LOAD_SECONDS how long the node is busy, CHAINNODE_BENCH_REQUESTS how
 * often each server is asked.
 */
export async function bench(): Promise<Figure[]> {
  const all: Figure[] = [];
  for (const figures of [catchUpFigures, followFigures, readFigures]) {
    const measured = await onDatabase(figures);
    process.stderr.write(`${measured.map(figureText).join("\n")}\n`);
    all.push(...measured);
  }
  return all;
}

/** Calls a function with the URL of an empty database. */
async function onDatabase<T>(use: (url: string) => Promise<T>): Promise<T> {
  const database = `chainnode_bench_${randomBytes(4).toString("hex")}`;
  const sql = new Client({ connectionString: `${SERVER}/postgres` });
  await sql.connect();
  try {
    await sql.query(`CREATE DATABASE ${database} ENCODING 'UTF8' TEMPLATE template0`);
    return await use(`${SERVER}/${database}`);
  } finally {
    await sql.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await sql.end();
  }
}

/**
 * Processor time of one GetBalance: of a node, and of one, two and four readers behind it, each address asked once, so that
 * no answer is remembered. That of PostgreSQL is a figure of its own, where it runs on this machine.
 */
async function readFigures(postgres: string): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), "chainnode-readers-"));
  const processes: NodeProcess[] = [];
  const serve = async (...words: readonly string[]): Promise<Served> => {
    const served = await startServer([...words, "--port", "0", "--ops-port", "0", "--rate-limit", "0"]);
    processes.push(served);
    return { url: served.url, ops: textIn(served.banner, "ops"), log: () => served.log() };
  };
  const ended = new AbortController();
  try {
    const node = await serve("start", "--dev", "--data-dir", directory);
    const { source, definition } = await openDirectorySource(dataDirectory(directory));
    const projector = new Projector({ ...optionsFor(postgres, definition), source });
    await projector.run(ended.signal, { once: true });
    const projecting = projector.run(ended.signal);
    const readers: Served[] = [];
    while (readers.length < Math.max(...READERS))
      readers.push(await serve("reader", "--postgres", postgres, "--writer", node.url, "--compare", "0"));
    await load([node, ...readers], WARM_UP);
    const costs = new Map<number, number[]>([0, ...READERS].map((count) => [count, []]));
    const databaseCosts: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [count, values] of costs) {
        const before = await databaseTicks(postgres);
        values.push(await costOf(count === 0 ? [node] : readers.slice(0, count)));
        let ticks = 0;
        for (const [pid, after] of await databaseTicks(postgres)) ticks += after - (before.get(pid) ?? 0);
        if (count > 0) databaseCosts.push((ticks * TICK_US) / REQUESTS / count);
      }
    ended.abort();
    await projecting;
    await source.close();
    return costFigures(costs, databaseCosts);
  } finally {
    for (const each of processes.toReversed()) await each.stop();
    await rm(directory, { recursive: true });
  }
}

function costFigures(costs: ReadonlyMap<number, readonly number[]>, database: readonly number[]): Figure[] {
  const least = (count: number): number => Math.min(...(costs.get(count) ?? []));
  const [own, one] = [least(0), least(1)];
  const rows: Figure[] = [{ name: "GetBalance of the node", value: own, unit: "µs" }];
  for (const count of READERS) {
    const [cost, readers] = [least(count), `${count} reader${count === 1 ? "" : "s"}`];
    rows.push(
      { name: `GetBalance of ${readers}`, value: cost, unit: "µs", goal: own * MORE },
      { name: `GetBalance of ${readers}, by their processor time`, value: 1e6 / cost, unit: "/s" },
      { name: `${readers} with a core each, to one`, value: (count * one) / cost, unit: "×" },
    );
  }
  const last = rows.pop();
  if (last !== undefined) rows.push({ ...last, goal: GROWTH });
  const [databaseCost] = database.toSorted((left, right) => left - right);
  if (databaseCost !== undefined && databaseCost > 0)
    rows.push({ name: "GetBalance of readers, in PostgreSQL", value: databaseCost, unit: "µs" });
  return rows;
}

/** Processor time until now of the connections to a database by their processes, which are not here when its server runs elsewhere. */
async function databaseTicks(url: string): Promise<ReadonlyMap<number, number>> {
  const sql = new Client({ connectionString: url });
  await sql.connect();
  const { rows } = await sql.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  await sql.end();
  const ticks = new Map<number, number>();
  for (const { pid } of rows) {
    const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
    const [, name = "", rest = ""] = /\((.*)\) \S (.*)$/s.exec(text) ?? [];
    // The 14th and 15th field, of which the first three are cut off.
    const fields = rest.split(" ");
    if (name.startsWith("postgres")) ticks.set(pid, Number(fields[10]) + Number(fields[11]));
  }
  return ticks;
}

/** Processor time in µs of all servers together for a request, when each gets its share. */
async function costOf(servers: readonly Served[]): Promise<number> {
  const before = await cpuOf(servers);
  await load(servers, REQUESTS);
  return (((await cpuOf(servers)) - before) / REQUESTS / servers.length) * 1e6;
}

/** Asks each server so often, at the same rate however many there are: as when each has a core. */
async function load(servers: readonly Served[], count: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const ask = async ({ url, log }: Served): Promise<void> => {
    const request = JSON.stringify({ type: "GetBalance", address: randomBytes(22).toString("hex") });
    const form = `request=${encodeURIComponent(request)}`;
    for (;;) {
      const status = await exchange(agent, `${url}/request`, form).catch((error: unknown) => {
        throw new Error(`No answer. ${log()}`, { cause: error });
      });
      if (status === 200) return;
      // On a busy machine a moment may take too long to open: that request is asked again.
      if (status !== 503 && status !== 429) throw new Error(`GetBalance was answered with ${status}. `);
    }
  };
  await Promise.all(servers.map((server) => pacedLatencies({ count, perSecond: RATE }, () => ask(server))));
  agent.destroy();
}

async function cpuOf(servers: readonly Served[]): Promise<number> {
  const seconds = await Promise.all(servers.map(({ ops }) => cpuSeconds(ops)));
  return seconds.reduce((sum, value) => sum + value, 0);
}
