/**
 * Extends the chain of crash-chain in the given database, with a note of its last blocks, until killed; prints each
 * height that it reaches.
 */
import { dirname } from "node:path";
import { dataDirectory } from "../../../src/data/directory/data-directory.js";
import { LossWatch } from "../../../src/data/directory/loss-watch.js";
import { openSqliteStore } from "../../../src/store/sqlite/open.js";
import { crashBatch } from "../crash-chain.js";

const [file = ""] = process.argv.slice(2);
const directory = dataDirectory(dirname(file));
const ends = await LossWatch.open(directory);
const store = await openSqliteStore({ file, ends });
await ends.watch(directory, store);
if (ends.loss !== null) throw new Error("Nothing was lost. ");
for (;;) {
  const last = await store.mainBlockSummary("last");
  const batch = crashBatch((last?.height ?? 0) + 1, last?.blockhash ?? "");
  await store.commitBatch({ main: batch, resource: [] });
  const block = batch.at(-1);
  if (block === undefined) throw new RangeError("A batch has blocks. ");
  const { height } = block.block;
  // A batch is never undone in part: a kill during the undo would leave the chain inside a batch.
  if (batch.length === 1 && height % 3 === 0) {
    await store.undoMainBlock(height);
    await store.commitMainBlock(block);
  }
  process.stdout.write(`${height}\n`);
}
