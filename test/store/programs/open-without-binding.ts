/** Opens a store where `sqlite3` resolves to the package in the given directory; prints what the user would read. */
import { register } from "node:module";
import { ChainError } from "../../../src/codec/chain-error.js";
import { IN_MEMORY, openSqliteStore } from "../../../src/store/sqlite/open.js";

const [packageUrl = ""] = process.argv.slice(2);
const hooks = `export const resolve = (name, context, next) =>
  next(name === "sqlite3" ? ${JSON.stringify(packageUrl)} : name, context);`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);
try {
  await openSqliteStore({ file: IN_MEMORY });
} catch (error) {
  if (!(error instanceof ChainError)) throw error;
  const { code, kind, message, advice } = error;
  process.stdout.write(`${JSON.stringify({ code, kind, message, advice })}\n`);
}
