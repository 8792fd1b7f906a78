import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { networkIdentity, networkText } from "../../src/data/directory/open-store.js";
import { importSnapshot } from "../../src/data/snapshot/import-snapshot.js";
import { writeSnapshot } from "../../src/data/snapshot/write-snapshot.js";
import { compactDatabase, openSqliteStore } from "../../src/store/sqlite/open.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { Accounts, openBigChain, RandomTransfers, sealBlock } from "./big-chain.js";
import type { Figure } from "./results.js";

const TRANSACTIONS = 20_000;
const ACCOUNTS = 1000;
const TRANSACTIONS_A_BLOCK = 10;
/** Of a million transactions, 10,000 blocks stay. */
const KEPT_SHARE = 0.1;

/**
 * The size of a database whose blocks are pruned but for the last ones, to that with all of them, both without free pages;
 * and what a snapshot of the same chain takes to write, and to begin a node with. `CHAINNODE_BENCH_PRUNE` sets the
 * transactions.
 */
export async function bench(): Promise<Figure[]> {
  const transactions = Number(process.env["CHAINNODE_BENCH_PRUNE"] ?? TRANSACTIONS);
  const directory = await makeTempDirectory();
  try {
    return await measureIn((name) => join(directory, name), transactions);
  } finally {
    await rm(directory, { recursive: true });
  }
}

async function measureIn(fileOf: (name: string) => string, transactions: number): Promise<Figure[]> {
  const [file, snapshot] = [fileOf("chain.sqlite"), fileOf("chain.snapshot")];
  const size = { accounts: ACCOUNTS, fullBlocks: 0, smallBlocks: 0 };
  const made = await openBigChain(await openSqliteStore({ file }), size);
  const transfers = new RandomTransfers(new Accounts(ACCOUNTS));
  const blocks = transactions / TRANSACTIONS_A_BLOCK;
  for (let block = 0; block < blocks; block += 1)
    await sealBlock(made.node, (time) => transfers.from(time, TRANSACTIONS_A_BLOCK));
  const { store, network, tip } = made.node.ledger;
  const at = transactions;
  const keptBlocks = Math.round(blocks * KEPT_SHARE);
  const text = networkText(network);
  // The chain has no resource blocks, so no block is fixed.
  const source = { store, resourceChain: { fixedMainHeight: tip.height } };
  const [written, writing] = await timed(() =>
    writeSnapshot(source, snapshot, { network: text, onLine: () => undefined }),
  );
  const [, joining] = await timed(() =>
    importSnapshot(
      { databaseFile: fileOf("joined.sqlite") },
      { file: snapshot, hash: written.hash },
      { definition: network, nowUs: made.clock.nowUs(), onLine: () => undefined },
    ),
  );
  await made.node.stop();
  const whole = await compactSize(file, fileOf("whole.sqlite"));
  const [, pruning] = await timed(async () => {
    const kept = await openSqliteStore({ file, network: networkIdentity(network) });
    while ((await kept.prune?.(tip.height - keptBlocks))?.isDone === false);
    await kept.close();
  });
  const pruned = await compactSize(file, fileOf("pruned.sqlite"));
  return [
    { name: "a database with all blocks", value: whole / 1e6, unit: "MB", at },
    { name: "the last tenth of the blocks kept, to all of them", value: pruned / whole, unit: "×", at },
    { name: "pruning", value: pruning, unit: "s", at },
    { name: "writing a snapshot", value: writing, unit: "s", at },
    { name: "a new node with a snapshot", value: joining, unit: "s", at },
  ];
}

async function compactSize(file: string, copy: string): Promise<number> {
  await compactDatabase(file, copy, AbortSignal.timeout(3_600_000));
  return (await stat(copy)).size;
}

async function timed<T>(work: () => Promise<T>): Promise<[T, seconds: number]> {
  const start = performance.now();
  return [await work(), (performance.now() - start) / 1000];
}
