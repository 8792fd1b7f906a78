import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { storedHeights } from "../../src/ledger/import/stored-chain.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { exportChainFiles, importChainFiles } from "../../src/data/chain/chain-files.js";
import { checkData } from "../../src/data/chain/derived-chain.js";
import { networkIdentity } from "../../src/data/directory/open-store.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import { openSalvage } from "../../src/store/sqlite/salvage.js";
import { startDevNode } from "../support/dev-node.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { sealTransfers } from "./seal-transfers.js";

interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

const FULL_BLOCKS = 12;
const TRANSFERS_A_BLOCK = 2000;
const SMALL_BLOCKS = 1000;

interface Measured {
  readonly seconds: number;
  /** Of all threads. */
  readonly cpuSeconds: number;
}

/** Chains of full and of small blocks, written to files, imported with full validation, and checked. */
export async function bench(): Promise<Row[]> {
  const full = await measureChain(FULL_BLOCKS, TRANSFERS_A_BLOCK);
  const small = await measureChain(SMALL_BLOCKS, 1);
  const transfers = FULL_BLOCKS * TRANSFERS_A_BLOCK;
  return [
    ...rowsOf("import of full blocks", full.imported, transfers, "transaction"),
    ...rowsOf("data check of full blocks", full.checked, transfers, "transaction"),
    ...rowsOf("import of blocks of one transaction", small.imported, SMALL_BLOCKS, "block"),
    ...rowsOf("data check of blocks of one transaction", small.checked, SMALL_BLOCKS, "block"),
  ];
}

function rowsOf(name: string, { seconds, cpuSeconds }: Measured, count: number, what: string): Row[] {
  return [
    { name, value: count / seconds, unit: `${what}s/s` },
    { name: `  processor time a ${what}`, value: (cpuSeconds / count) * 1e6, unit: "µs" },
  ];
}

async function measureChain(
  blocks: number,
  transfers: number,
): Promise<{ readonly imported: Measured; readonly checked: Measured }> {
  const directory = await makeTempDirectory();
  const test = await startDevNode({ store: await openSqliteStore({ file: join(directory, "made.sqlite") }) });
  const { network, store } = test.node.ledger;
  for (let block = 0; block < blocks; block += 1) await sealTransfers(test, transfers);
  const files = { main: join(directory, "main.ndjson"), resource: join(directory, "resource.ndjson") };
  await exportChainFiles(store, files, { heights: await storedHeights(store) });
  const nowUs = test.clock.nowUs();
  await test.node.stop();

  const file = join(directory, "imported.sqlite");
  const target = await openSqliteStore({ file, network: networkIdentity(network) });
  const imported = await measure(async () =>
    importChainFiles(await Ledger.open(target, network), files, { nowUs }),
  );
  await target.close();
  const stored = { salvage: await openSalvage(file), file, definition: network };
  const scratch = join(directory, "scratch");
  await mkdir(scratch);
  const checked = await measure(async () => {
    const findings = await checkData(stored, scratch, { nowUs });
    if (findings !== null) throw new Error(findings.fault.reason);
  });
  await stored.salvage.close();
  await rm(directory, { recursive: true });
  return { imported, checked };
}

async function measure(work: () => Promise<void>): Promise<Measured> {
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  await work();
  const seconds = (performance.now() - start) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  return { seconds, cpuSeconds: (user + system) / 1e6 };
}
