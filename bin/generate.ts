import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { commands } from "../commands/index.js";
import { generateFiles } from "../src/cli/help/generate.js";
import { metricsDocuments } from "../src/node/metrics/documents.js";
import { rpcDocuments } from "../src/rpc/documents.js";

// Writes the files that are generated from the command tree, the operations table and the table of metrics and checked in. Deletes the
// pages of commands that no longer exist.
const ROOT = new URL("../../", import.meta.url);

for (const directory of ["man/", "docs/schemas/"]) {
  await rm(new URL(directory, ROOT), { recursive: true, force: true });
}
for (const [path, text] of [...(await generateFiles(commands)), ...rpcDocuments(), ...metricsDocuments()]) {
  const file = fileURLToPath(new URL(path, ROOT));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
