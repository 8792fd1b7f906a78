/** Prunes the given database up to a height, a turn after the other, until killed; prints each height that it reaches. */
import { openSqliteStore } from "../../../src/store/sqlite/open.js";

const [file = "", upTo = ""] = process.argv.slice(2);
const store = await openSqliteStore({ file });
for (;;) {
  const turn = await store.prune?.(Number(upTo));
  process.stdout.write(`${turn?.horizon ?? 0}\n`);
}
