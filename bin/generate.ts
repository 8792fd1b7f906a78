import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { projectSettings, TEMPLATES } from "../commands/code/new.js";
import { commands } from "../commands/index.js";
import { PACKAGED, serviceUnit } from "../commands/service/unit.js";
import { generateFiles } from "../src/cli/help/generate.js";
import { metricsDocuments } from "../src/ops/metrics/documents.js";
import { rpcDocuments } from "../src/rpc/documents.js";

// Writes the files that are generated from the command tree, the operations table and the table of metrics and checked
// in, the settings of the examples, and the list of manual pages in package.json. Deletes the pages of commands that no longer exist.
const ROOT = new URL("../../", import.meta.url);

for (const directory of ["man/", "docs/schemas/"]) {
  await rm(new URL(directory, ROOT), { recursive: true, force: true });
}
const files = [
  ...(await generateFiles(commands)),
  ...rpcDocuments(),
  ...metricsDocuments(),
  ["deploy/systemd/chainnode.service", serviceUnit(PACKAGED)] as const,
  ...(await Promise.all(TEMPLATES.map(settingsOfExample))).flat(),
];
for (const [path, text] of files) {
  const file = fileURLToPath(new URL(path, ROOT));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

// npm links the pages that package.json names, not those of a directory.
const about = new URL("package.json", ROOT);
const man = files.map(([path]) => path).filter((path) => path.startsWith("man/"));
const described = { ...(JSON.parse(await readFile(about, "utf8")) as object), man };
await writeFile(about, `${JSON.stringify(described, null, 2)}\n`);

async function settingsOfExample(name: string): Promise<readonly (readonly [path: string, text: string])[]> {
  return (await projectSettings(name)).map(([file, text]) => [`examples/${name}/${file}`, text]);
}
