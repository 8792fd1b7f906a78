import { rm } from "node:fs/promises";
import { join } from "node:path";
import { parseJson } from "../../src/codec/parse-json.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import { verifyMainBlock } from "../../src/ledger/verify-block.js";
import { devAccounts } from "../../src/data/dev-network.js";
import { MAX_BLOCK_TRANSACTIONS } from "../../src/records/limits.js";
import { mainBlockToText, readMainBlock, type MainBlock } from "../../src/records/main-block.js";
import type { SignedTransaction } from "../../src/records/transaction.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import { startDevNode } from "../support/dev-node.js";
import { FastSigner } from "../support/fast-signer.js";
import { sampleAddress } from "../support/sample-blocks.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { pick, sealBlock, transfer } from "./big-chain.js";
import { mainBlock } from "../../src/store/reads.js";

interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

const BLOCKS = 8;
const SIGNERS = devAccounts().map((account) => new FastSigner(account));

/**
 * Full blocks of transfers, each to as many accounts: undone, and committed again. Every second block opens the
 * accounts.
 */
export async function bench(): Promise<Row[]> {
  const directory = await makeTempDirectory();
  const test = await startDevNode({
    store: await openSqliteStore({ file: join(directory, "chain.sqlite") }),
  });
  const { ledger } = test.node;
  const first = ledger.tip.height + 1;
  for (let block = 0; block < BLOCKS; block += 1)
    await sealBlock(test.node, (time) => transfers(time, Math.floor(block / 2)));
  const blocks: MainBlock[] = [];
  for (let height = first; height <= ledger.tip.height; height += 1)
    blocks.push(await readBlock(ledger, height));
  let undoMs = 0;
  while (ledger.tip.height >= first) undoMs += await milliseconds(() => ledger.undo());
  let commitMs = 0;
  for (const block of blocks) {
    const executed = await verifyMainBlock(ledger, block, { nowUs: block.s_timestamp });
    commitMs += await milliseconds(() => ledger.commit(executed, block.seal));
  }
  if (blocks.some(({ transactions }) => transactions.length < MAX_BLOCK_TRANSACTIONS))
    throw new Error("The blocks are not full. ");
  await test.node.stop();
  await rm(directory, { recursive: true });
  return [
    {
      name: `undo of a block of ${MAX_BLOCK_TRANSACTIONS} transfers`,
      value: undoMs / blocks.length,
      unit: "ms",
    },
    {
      name: `commit of a block of ${MAX_BLOCK_TRANSACTIONS} transfers`,
      value: commitMs / blocks.length,
      unit: "ms",
    },
  ];
}

function transfers(time: number, batch: number): readonly SignedTransaction[] {
  return Array.from({ length: MAX_BLOCK_TRANSACTIONS }, (_, index) =>
    transfer({
      signer: pick(SIGNERS, index),
      to: sampleAddress(batch * MAX_BLOCK_TRANSACTIONS + index),
      amount: "1",
      time: time + index,
    }),
  );
}

async function readBlock({ store }: Ledger, height: number): Promise<MainBlock> {
  const stored = await mainBlock(store, { height });
  if (stored === null) throw new Error(`There is no block ${height}. `);
  return readMainBlock(parseJson(mainBlockToText(stored)));
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
