import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { storedHeights } from "../../src/ledger/import/stored-chain.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { exportChainFiles, importChainFiles } from "../../src/node/data/chain-files.js";
import { checkData } from "../../src/node/data/check-data.js";
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

const BLOCKS = 12;
const TRANSFERS_A_BLOCK = 2000;

/** A chain of full blocks of transfers, written to files, imported with full validation, and checked. */
export async function bench(): Promise<Row[]> {
  const directory = await makeTempDirectory();
  const test = await startDevNode({ store: await openSqliteStore({ file: join(directory, "made.sqlite") }) });
  const { network, store } = test.node.ledger;
  for (let block = 0; block < BLOCKS; block += 1) await sealTransfers(test, TRANSFERS_A_BLOCK);
  const files = { main: join(directory, "main.ndjson"), resource: join(directory, "resource.ndjson") };
  await exportChainFiles(store, files, await storedHeights(store), () => undefined);
  const nowUs = test.clock.nowUs();
  await test.node.stop();

  const imported = await openSqliteStore({ file: join(directory, "imported.sqlite") });
  const importS = await seconds(async () =>
    importChainFiles(await Ledger.open(imported, network), files, { nowUs }),
  );
  await imported.close();
  const file = join(directory, "imported.sqlite");
  const stored = { salvage: await openSalvage(file), file, definition: network };
  const scratch = join(directory, "scratch");
  await mkdir(scratch);
  const checkS = await seconds(async () => {
    const findings = await checkData(stored, scratch, { nowUs });
    if (findings !== null) throw new Error(findings.fault.reason);
  });
  await stored.salvage.close();
  await rm(directory, { recursive: true });
  const transfers = BLOCKS * TRANSFERS_A_BLOCK;
  return [
    { name: "import with full validation", value: transfers / importS, unit: "transactions/s" },
    { name: "data check", value: transfers / checkS, unit: "transactions/s" },
  ];
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
