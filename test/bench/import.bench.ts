import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "../../src/codec/parse-json.js";
import { storedHeights } from "../../src/ledger/import/stored-chain.js";
import { Ledger } from "../../src/ledger/ledger.js";
import { exportChainFiles, importChainFiles } from "../../src/node/data/chain-files.js";
import { checkData } from "../../src/node/data/check-data.js";
import { devAccounts } from "../../src/node/dev-network.js";
import { readSignedTransaction } from "../../src/records/transaction.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import { startDevNode, type TestNode } from "../support/dev-node.js";
import { FastSigner } from "../support/fast-signer.js";
import { makeTempDirectory } from "../support/temp-store.js";

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
  for (let block = 0; block < BLOCKS; block += 1) await makeBlock(test);
  const files = { main: join(directory, "main.ndjson"), resource: join(directory, "resource.ndjson") };
  await exportChainFiles(store, files, await storedHeights(store), () => undefined);
  const nowUs = test.clock.nowUs();
  await test.node.stop();

  const imported = await openSqliteStore({ file: join(directory, "imported.sqlite") });
  const importS = await seconds(async () =>
    importChainFiles(await Ledger.open(imported, network), files, { nowUs }),
  );
  const stored = { store: imported, file: join(directory, "imported.sqlite"), definition: network };
  const scratch = join(directory, "scratch");
  await mkdir(scratch);
  const checkS = await seconds(async () => {
    const fault = await checkData(stored, scratch, { nowUs });
    if (fault !== null) throw new Error(fault.reason);
  });
  await imported.close();
  await rm(directory, { recursive: true });
  const transfers = BLOCKS * TRANSFERS_A_BLOCK;
  return [
    { name: "import with full validation", value: transfers / importS, unit: "transactions/s" },
    { name: "data check", value: transfers / checkS, unit: "transactions/s" },
  ];
}

/** Submits a full block of transfers and lets the node seal it. */
async function makeBlock({ node, clock, run }: TestNode): Promise<void> {
  const accounts = devAccounts();
  const signers = accounts.map((account) => new FastSigner(account));
  const now = clock.nowUs();
  const transfers = Array.from({ length: TRANSFERS_A_BLOCK }, (_, index) => {
    const recipient = accounts[(index + 1) % accounts.length]?.address ?? "";
    const signed = signers[index % signers.length]?.transfer(recipient, now + index);
    return readSignedTransaction({
      transaction: parseJson(signed?.transaction ?? ""),
      public_key: signed?.public_key,
      signature: signed?.signature,
    });
  });
  await Promise.all(transfers.map((transfer) => node.submit(transfer)));
  await run(node.whenIncluded(transfers.map(({ hash }) => hash)));
}

async function seconds(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}
