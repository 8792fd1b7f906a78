import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { MAX_BLOCK_TRANSACTIONS } from "../../src/records/limits.js";
import { openSqliteStore } from "../../src/store/sqlite/open.js";
import { makeTempDirectory } from "../support/temp-store.js";
import { Accounts, openBigChain, RandomTransfers, sealBlock } from "./big-chain.js";
import type { Figure } from "./results.js";

const ACCOUNTS = 4096;
const FULL_BLOCKS = 10;
/** Many pages of the database more than one. */
const SMALL_BLOCKS = 4000;
const YEAR_SECONDS = 365 * 86_400;

/** How much a chain of one validator grows on the disk: bytes do not depend on the machine or its load. */
export async function bench(): Promise<Figure[]> {
  const directory = await makeTempDirectory();
  const file = join(directory, "chain.sqlite");
  const sizes: number[] = [];
  try {
    for (const [fullBlocks, smallBlocks] of [
      [0, 0],
      [FULL_BLOCKS, 0],
      [0, SMALL_BLOCKS],
    ] as const) {
      const test = await openBigChain(await openSqliteStore({ file }), {
        accounts: ACCOUNTS,
        fullBlocks: 0,
        smallBlocks: 0,
      });
      const transfers = new RandomTransfers(new Accounts(ACCOUNTS));
      const seal = (count: number): Promise<void> =>
        sealBlock(test.node, (time) => transfers.from(time, count));
      for (let block = 0; block < fullBlocks; block += 1) await seal(MAX_BLOCK_TRANSACTIONS);
      for (let block = 0; block < smallBlocks; block += 1) await seal(1);
      // The log of the database is moved into it.
      await test.node.stop();
      sizes.push((await stat(file)).size);
    }
  } finally {
    await rm(directory, { recursive: true });
  }
  const [empty = 0, full = 0, small = 0] = sizes;
  const alone = (small - full) / SMALL_BLOCKS;
  return [
    {
      name: "a transfer in full blocks",
      value: (full - empty) / FULL_BLOCKS / MAX_BLOCK_TRANSACTIONS / 1000,
      unit: "kB",
    },
    { name: "a transfer that has a block to itself", value: alone / 1000, unit: "kB" },
    { name: "a year of one such transfer a second", value: (alone * YEAR_SECONDS) / 1e9, unit: "GB" },
  ];
}
