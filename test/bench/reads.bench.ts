import { fork } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { ReadChain } from "../../src/replay/read-chain.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import type { TestNode } from "../support/dev-node.js";
import { createSeededRandom } from "../support/seeded-random.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { Accounts, openBigChain, transactionsOf } from "./big-chain.js";
import type { ReadOrder } from "./read-load.js";
import type { Figure } from "./results.js";
import { serveNode } from "./serve-dev-node.js";

/** A chain that is made in a minute. */
const ACCOUNTS = 8192;
const FULL_BLOCKS = 6;
const CONNECTIONS = [1, 64, 1000];
/** More than the cells that a node has in memory. */
const READS = 40_000;
/** The blocks from which the transactions are drawn. */
const BLOCKS = 64;
const SECONDS = 3;
const LEFT_MS = 1000;

/**
 * Balances and transactions drawn at random, read over 1, 64 and 1,000 connections on which one request waits for its
 * answer: answers a second, and the node's processor time for each. `CHAINNODE_BENCH_CHAIN` names a database that `growth`
 * has made, and `CHAINNODE_BENCH_ACCOUNTS` its accounts.
 */
export async function bench(): Promise<Figure[]> {
  const directory = await makeTempDirectory();
  const file = process.env["CHAINNODE_BENCH_CHAIN"] ?? join(directory, "chain.sqlite");
  const accounts = Number(process.env["CHAINNODE_BENCH_ACCOUNTS"] ?? ACCOUNTS);
  const store = await openSqliteStore({ file });
  const test = await openBigChain(store, { accounts, fullBlocks: FULL_BLOCKS, smallBlocks: 0 });
  const load = fork(fileURLToPath(new URL("read-load.js", import.meta.url)));
  const ended = new AbortController();
  load.once("exit", () => ended.abort());
  const answersTo = async (order: ReadOrder): Promise<number> => {
    load.send(order);
    // Rejects when the load ends instead.
    const [answers] = (await once(load, "message", { signal: ended.signal })) as [number];
    return answers;
  };
  const figures: Figure[] = [];
  const served = await serveNode(test.node);
  try {
    const { url } = served;
    const at = Number((await transactionsOf(test)).toPrecision(1));
    const reads = { "a balance": balances(accounts), "a transaction": await transactions(test) };
    for (const [what, paths] of Object.entries(reads)) {
      for (const connections of CONNECTIONS) {
        const order = { url, paths, connections };
        await answersTo({ ...order, seconds: 1 });
        const start = process.cpuUsage();
        const answers = await answersTo({ ...order, seconds: SECONDS });
        const { user, system } = process.cpuUsage(start);
        const over = connections === 1 ? "1 connection" : `${connections.toLocaleString("en")} connections`;
        const name = `${what} over HTTP, ${over}`;
        figures.push({ name, value: answers / SECONDS, unit: "requests/s", at });
        figures.push({ name: `${name}: processor`, value: (user + system) / answers, unit: "µs", at });
      }
    }
  } finally {
    load.disconnect();
    await served.close();
    // Requests of clients that have left are still being answered.
    await setTimeout(LEFT_MS);
    await test.node.stop();
    await rm(directory, { recursive: true });
  }
  return figures;
}

function balances(accounts: number): string[] {
  const [all, random] = [new Accounts(accounts), createSeededRandom(1)];
  return Array.from({ length: READS }, () =>
    requestPath({ type: "GetBalance", address: all.addressOf(Math.floor(random() * accounts)) }),
  );
}

async function transactions({ node: { ledger } }: TestNode): Promise<string[]> {
  const [chain, random] = [await ReadChain.ofStore(ledger.store, ledger.network), createSeededRandom(2)];
  const hashes: string[] = [];
  for (let block = 0; block < BLOCKS; block += 1) {
    const drawn = await chain.block(1 + Math.floor(random() * ledger.tip.height));
    for (const { hash } of drawn?.transactions.slice(0, READS / BLOCKS) ?? []) hashes.push(hash);
  }
  return hashes.map((target) => requestPath({ type: "GetTransaction", target }));
}

function requestPath(request: Readonly<Record<string, string>>): string {
  return `/request?request=${encodeURIComponent(JSON.stringify(request))}`;
}
