/** Opens a store where `sqlite3` resolves to the package in the given directory; prints what the user would read. */
import { register } from "node:module";
import { ChainError } from "../../../src/codec/chain-error.js";
import { chooseSqliteDriver } from "../../../src/store/sqlite/open-driver.js";
import { IN_MEMORY, openSqliteStore } from "../../../src/store/sqlite/open.js";

const [packageUrl = "", driver] = process.argv.slice(2);
const print = (data: object): boolean => process.stdout.write(`${JSON.stringify(data)}\n`);
const hooks = `export const resolve = (name, context, next) =>
  next(name === "sqlite3" ? ${JSON.stringify(packageUrl)} : name, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
chooseSqliteDriver({
  driver: driver === "sqlite3" ? driver : undefined,
  onNews: (fallback) => print({ fallback }),
});
try {
  const store = await openSqliteStore({ file: IN_MEMORY });
  await store.close();
} catch (error) {
  if (!(error instanceof ChainError)) throw error;
  const { code, kind, message, advice } = error;
  print({ code, kind, message, advice });
}
