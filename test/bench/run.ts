import { readdirSync } from "node:fs";
import { inspect } from "node:util";
import { alignRows } from "../../src/base/text/align-rows.js";
import { writeFigures } from "./figure-documents.js";
import { goalRows } from "./goals.js";
import { figureText, keepResults, readResults, type Figure } from "./results.js";

/**
 * Runs the benchmarks one after the other, prints a table of each and one of the goals, and writes bench-results.json and the
 * figures of the documents.
 * Words on the command line select benchmarks by name: `npm run bench -- vm store`. One that fails leaves its earlier
 * figures, and the others run.
 */

const SUFFIX = ".bench.js";

const wanted = process.argv.slice(2);
const names = readdirSync(new URL(".", import.meta.url))
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length))
  .filter((name) => wanted.length === 0 || wanted.includes(name));

for (const name of names) {
  process.stderr.write(`${name} …\n`);
  try {
    const { bench } = (await import(`./${name}${SUFFIX}`)) as { bench: () => Promise<readonly Figure[]> };
    const figures = await bench();
    process.stdout.write(`\n${name}\n${figures.map(figureText).join("\n")}\n`);
    await keepResults(name, figures, new Date());
  } catch (error) {
    process.stderr.write(`${name}: ${inspect(error)}\n`);
    process.exitCode = 1;
  }
}
process.stdout.write(`\n${alignRows(goalRows(await readResults()))}\n`);
await writeFigures();
