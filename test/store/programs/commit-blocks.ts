/** Extends the chain of crash-chain in the database named until killed, and prints each height that it has reached. */
import { openSqliteStore } from "../../../src/store/sqlite/open.js";
import { crashRun } from "../crash-chain.js";

const [file = ""] = process.argv.slice(2);
const store = await openSqliteStore({ file });
for (;;) {
  const last = await store.lastMainBlock();
  const run = crashRun((last?.height ?? 0) + 1, last?.blockhash ?? "");
  await store.commitRun({ main: run, resource: [] });
  const block = run.at(-1);
  if (block === undefined) throw new RangeError("A run has blocks. ");
  const { height } = block.block;
  // A run is not taken back in part: whoever is killed then would end inside of it.
  if (run.length === 1 && height % 3 === 0) {
    await store.undoMainBlock(height);
    await store.commitMainBlock(block);
  }
  process.stdout.write(`${height}\n`);
}
