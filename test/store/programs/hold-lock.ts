/**
 * Takes the lock of the given directory, reports it, and holds it until killed; or prints the refusal's code and pid.
 */
import { ChainError } from "../../../src/codec/chain-error.js";
import { lockDataDirectory } from "../../../src/store/lock.js";

const [directory = ""] = process.argv.slice(2);
try {
  const lock = await lockDataDirectory(directory);
  process.stdout.write("locked\n");
  setInterval(() => lock, 60_000);
} catch (error) {
  if (!(error instanceof ChainError)) throw error;
  process.stdout.write(`${error.code} ${error.details["pid"]}\n`);
}
