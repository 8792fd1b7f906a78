import { readFile, writeFile } from "node:fs/promises";
import type { Fault } from "./fault.js";

/** The table in docs/reliability.md, and the figures of the last full run of each fault. */

const FIGURES = new URL("../../../test/faults/figures.json", import.meta.url);
const PAGE = new URL("../../../docs/reliability.md", import.meta.url);
export const TABLE = /<!-- faults -->[^]*<!-- \/faults -->/;

/** The figures by the name of the fault. */
export type Figures = Readonly<Record<string, string>>;

export async function readFigures(): Promise<Figures> {
  return JSON.parse(await readFile(FIGURES, "utf8")) as Figures;
}

/** Keeps the figures of these faults, and writes the table again. */
export async function keepFigures(faults: Readonly<Record<string, Fault>>, fresh: Figures): Promise<void> {
  await writeFile(FIGURES, `${JSON.stringify({ ...(await readFigures()), ...fresh }, null, 2)}\n`);
  const page = await readFile(PAGE, "utf8");
  const table = await tableOf(faults);
  await writeFile(
    PAGE,
    page.replace(TABLE, () => table),
  );
}

export async function tableOf(faults: Readonly<Record<string, Fault>>): Promise<string> {
  const figures = await readFigures();
  const rows = Object.entries(faults).map(
    ([name, { fault, made, promise }]) =>
      `- **${fault}** (\`${name}\`). Made: ${made}. Promise: ${promise}. Last full run: ${figures[name] ?? "none yet"}.`,
  );
  return ["<!-- faults -->", "", ...rows, "", "<!-- /faults -->"].join("\n");
}
