import { readFile, writeFile } from "node:fs/promises";
import { goalRows } from "./goals.js";
import { figureOf, figureRows, numberText, readResults, type Results } from "./results.js";

/** The documents that show figures of bench-results.json, by path from the root. */
export const FIGURE_DOCUMENTS = [
  "docs/benchmarks.md",
  "docs/operate.md",
  "docs/performance.md",
  "docs/pruning.md",
  "docs/scale.md",
];

const ROOT = new URL("../../../", import.meta.url);

/** `<!-- figures BENCH -->`, `<!-- goals -->` or `<!-- figure BENCH: NAME -->`, what is written, and `<!-- end -->`. */
const MARKED =
  /(<!-- (figures|goals|figure)(?: ([a-z-]+))?(?:: (.+?))?(?: @ ([0-9]+))? -->)[^]*?(<!-- end -->)/g;

/** A document with the present figures between its marks. Throws for a figure that was never measured. */
export function withFigures(document: string, results: Results["results"]): string {
  return document.replace(MARKED, (_, mark: string, kind: string, bench = "", name = "", at, end: string) => {
    if (kind === "goals") return `${mark}\n\n${table(goalRows(results))}\n${end}`;
    if (kind === "figures") return `${mark}\n\n${table(figureRows(results[bench] ?? []))}\n${end}`;
    const figure = figureOf(results, {
      bench,
      figure: name,
      ...(at === undefined ? {} : { at: Number(at) }),
    });
    if (figure === undefined) throw new Error(`bench-results.json has no figure ${bench}: ${name}. `);
    return `${mark}${numberText(figure.value)} ${figure.unit}${end}`;
  });
}

/** Returns what is left of a document without the figures that are written into it. */
export function withoutFigures(document: string): string {
  return document.replace(MARKED, "");
}

export function readDocument(path: string): Promise<string> {
  return readFile(new URL(path, ROOT), "utf8");
}

/** Writes the figures into all documents. */
export async function writeFigures(): Promise<void> {
  const results = await readResults();
  for (const path of FIGURE_DOCUMENTS)
    await writeFile(new URL(path, ROOT), withFigures(await readDocument(path), results));
}

/** A Markdown table, aligned as prettier does. The first row is the heading. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map((row) => (row[column] ?? "").length)),
  );
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
  const padded = rows.map((row) =>
    line(
      row.map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      ),
    ),
  );
  const ruler = widths.map((width, column) =>
    column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  return [padded[0], line(ruler), ...padded.slice(1)].join("");
}
