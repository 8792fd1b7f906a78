import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { commands } from "../commands/index.js";
import { generateFiles } from "../src/cli/help/generate.js";
import { rpcDocuments } from "../src/rpc/documents.js";

// Writes what is printed from the command tree and the operations table, and checked in. A page whose command is gone
// goes with it.
const ROOT = new URL("../../", import.meta.url);

for (const directory of ["man/", "docs/schemas/"]) {
  await rm(new URL(directory, ROOT), { recursive: true, force: true });
}
for (const [path, text] of [...(await generateFiles(commands)), ...rpcDocuments()]) {
  const file = fileURLToPath(new URL(path, ROOT));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
