import { rm } from "node:fs/promises";
import { join } from "node:path";
import { padStateKey } from "../../src/codec/state-key.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { MAX_BLOCK_TRANSACTIONS } from "../../src/records/limits.js";
import { ReadChain } from "../../src/replay/read-chain.js";
import { replayTransaction } from "../../src/replay/trial/try-transaction.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import type { TestNode } from "../support/dev-node.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { Accounts, openBigChain, RandomTransfers, sealBlock, transactionsOf } from "./big-chain.js";
import type { Figure } from "./results.js";

/** A chain that is made in a minute. */
const ACCOUNTS = 8192;
const SIZES = "20000,40000";
/** An even number: SQLite moves its log into the database about every second full block. */
const BLOCKS = 8;
/** Full blocks before those: without them, a process that opens a long chain is measured while V8 compiles. */
const WARM_UP = 24;
const READS = 2048;
const RUNS = 8;
const EARLY = 5;

/**
 * What a transaction costs on a chain of 20,000 and one of 40,000, in processor time, which does not depend on what else the
 * machine does. `CHAINNODE_BENCH_CHAIN` names a database to keep, `CHAINNODE_BENCH_ACCOUNTS` its accounts, and
 * `CHAINNODE_BENCH_GROWTH` the sizes, ascending, as `100000,1000000`.
 */
export async function bench(): Promise<Figure[]> {
  const directory = await makeTempDirectory();
  const file = process.env["CHAINNODE_BENCH_CHAIN"] ?? join(directory, "chain.sqlite");
  const accounts = Number(process.env["CHAINNODE_BENCH_ACCOUNTS"] ?? ACCOUNTS);
  const sizes = (process.env["CHAINNODE_BENCH_GROWTH"] ?? SIZES).split(",").map(Number);
  const store = await openSqliteStore({ file });
  const test = await openBigChain(store, { accounts, fullBlocks: 0, smallBlocks: 0 });
  const chain = { test, transfers: new RandomTransfers(new Accounts(accounts)) };
  const figures: Figure[] = [];
  try {
    for (const size of sizes) {
      while ((await transactionsOf(test)) < size) await sealFull(chain);
      figures.push(...(await measure(chain, size)));
    }
  } finally {
    await test.node.stop();
    await rm(directory, { recursive: true });
  }
  return figures;
}

interface GrowingChain {
  readonly test: TestNode;
  readonly transfers: RandomTransfers;
}

function sealFull({ test, transfers }: GrowingChain, onWritten?: () => void): Promise<void> {
  return sealBlock(test.node, (time) => transfers.from(time, MAX_BLOCK_TRANSACTIONS), onWritten);
}

async function measure(chain: GrowingChain, at: number): Promise<Figure[]> {
  const { ledger } = chain.test.node;
  for (let block = 0; block < WARM_UP; block += 1) await sealFull(chain);
  let seal = 0;
  let commit = 0;
  const plain = ledger.commit.bind(ledger);
  ledger.commit = async (...block) => {
    const start = cpuUs();
    const summary = await plain(...block);
    commit += cpuUs() - start;
    return summary;
  };
  for (let block = 0; block < BLOCKS; block += 1) {
    let start = 0;
    await sealFull(chain, () => {
      start = cpuUs();
    });
    seal += cpuUs() - start;
  }
  ledger.commit = plain;
  const { balance } = ledger.network.prefixes;
  const readers = new Accounts(READS);
  const cells = Array.from({ length: READS }, (_, index) => padStateKey(balance + readers.addressOf(index)));
  const read = async (): Promise<void> => {
    for (const cell of cells) await ledger.store.readState("universal", [cell]);
  };
  const past = await ReadChain.ofStore(ledger.store, ledger.network);
  const hash = (await past.block(EARLY))?.transactions.at(-1)?.hash ?? "";
  const transferUs = seal / BLOCKS / MAX_BLOCK_TRANSACTIONS;
  const balanceUs = (await least(read)) / READS;
  const traceUs = await least(() => replayTransaction(past, hash));
  const openUs = await least(() => Ledger.open(ledger.store, ledger.network));
  return [
    {
      name: "a transfer in a full block, prepared, executed and committed",
      value: transferUs,
      unit: "µs",
      at,
    },
    { name: "commit of a full block", value: commit / BLOCKS / 1000, unit: "ms", at },
    { name: "a balance", value: balanceUs, unit: "µs", at },
    { name: "a trace in an early, full block", value: traceUs / 1000, unit: "ms", at },
    { name: "opening the ledger", value: openUs / 1000, unit: "ms", at },
  ];
}

/** The least processor time of several runs, µs: the first ones are those in which V8 compiles. */
async function least(work: () => Promise<unknown>): Promise<number> {
  let us = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS; run += 1) {
    const start = cpuUs();
    await work();
    us = Math.min(us, cpuUs() - start);
  }
  return us;
}

function cpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}
