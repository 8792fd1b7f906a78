/** Whether a package is what the last commit builds, byte for byte: `npm run verify-package FILE`. */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { packCommit } from "./pack-commit.js";

const [file] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write("usage: npm run verify-package FILE\n");
  process.exit(2);
}
const directory = mkdtempSync(join(tmpdir(), "chainnode-package-"));
try {
  const [given, built] = [resolve(file), packCommit(directory)].map(sha512);
  process.stdout.write(`${given}  ${file}\n${built}  built from the last commit\n`);
  process.stdout.write(
    given === built ? "The package is what the commit builds.\n" : "The package differs.\n",
  );
  process.exitCode = given === built ? 0 : 1;
} finally {
  rmSync(directory, { recursive: true });
}

function sha512(path: string): string {
  return createHash("sha512").update(readFileSync(path)).digest("hex");
}
