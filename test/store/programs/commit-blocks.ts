/** Extends the chain of crashChain in the database named until killed, and prints each height that is committed. */
import { openSqliteStore } from "../../../src/store/sqlite/open.js";
import { crashBlock, crashUndo } from "../crash-chain.js";

const [file = ""] = process.argv.slice(2);
const store = await openSqliteStore({ file });
for (;;) {
  const last = await store.lastMainBlock();
  const height = (last?.height ?? 0) + 1;
  const block = crashBlock(height, last?.blockhash ?? "");
  await store.commitMainBlock(block);
  if (height % 3 === 0) {
    await store.undoMainBlock(crashUndo(height));
    await store.commitMainBlock(block);
  }
  process.stdout.write(`${height}\n`);
}
