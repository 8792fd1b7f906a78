import { readdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";

/**
 * Runs the benchmarks one after the other, prints a table, and writes bench-results.json. Words on the command line
 * select benchmarks by name: `npm run bench -- vm store`.
 */
interface Row {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
}

const RESULTS = fileURLToPath(new URL("../../../bench-results.json", import.meta.url));
const SUFFIX = ".bench.js";

const wanted = process.argv.slice(2);
const names = readdirSync(new URL(".", import.meta.url))
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => file.slice(0, -SUFFIX.length))
  .filter((name) => wanted.length === 0 || wanted.includes(name));

const results: Record<string, readonly Row[]> = {};
for (const name of names) {
  process.stderr.write(`${name} …\n`);
  const { bench } = (await import(`./${name}${SUFFIX}`)) as { bench: () => Promise<readonly Row[]> };
  results[name] = await bench();
  process.stdout.write(`\n${name}\n${results[name].map(rowText).join("\n")}\n`);
}
const machine = { node: process.version, cpus: cpus().length, model: cpus()[0]?.model ?? "" };
writeFileSync(RESULTS, `${JSON.stringify({ machine, results }, null, 2)}\n`);

function rowText({ name, value, unit }: Row): string {
  const shown = value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3);
  return `  ${name.padEnd(60)} ${shown.padStart(12)} ${unit}`;
}
