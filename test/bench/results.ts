import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";

/** A figure of a benchmark. Its name says what was measured, and holds nothing of the machine. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** What the figure should be: at least, for one a second, otherwise at most. */
  readonly goal?: number;
  /** What the figure depends on where one benchmark measures several: the transactions of a chain. */
  readonly at?: number;
}

export interface DatedFigure extends Figure {
  /** The day on which it was measured, `2026-01-31`. */
  readonly date: string;
}

/** What bench-results.json holds. */
export interface Results {
  readonly machine: { readonly node: string; readonly cpus: number; readonly model: string };
  /** By benchmark. */
  readonly results: Readonly<Record<string, readonly DatedFigure[]>>;
}

/** The file in the root of the repository. */
export const RESULTS = new URL("../../../bench-results.json", import.meta.url);
/** What `npm run plot` draws from them. */
export const GROWTH_PICTURE = new URL("../../../docs/images/growth.svg", import.meta.url);

export async function readResults(): Promise<Results["results"]> {
  const text = await readFile(RESULTS, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? {} : (JSON.parse(text) as Results).results;
}

/** Writes figures in place of earlier ones of the same name; others stay as they are. */
export async function keepResults(bench: string, figures: readonly Figure[], now: Date): Promise<void> {
  const kept = await readResults();
  const date = now.toISOString().slice(0, "2026-01-31".length);
  const isNew = ({ name, at }: Figure): boolean =>
    !figures.some((figure) => figure.name === name && figure.at === at);
  const all = [...(kept[bench] ?? []).filter(isNew), ...figures.map((figure) => ({ ...figure, date }))];
  const machine = { node: process.version, cpus: cpus().length, model: cpus()[0]?.model ?? "" };
  const results: Results = { machine, results: { ...kept, [bench]: all } };
  await writeFile(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
}

/** Where a figure is: the benchmark, its name there, and what it depends on where the benchmark measures several. */
export interface FigurePlace {
  readonly bench: string;
  readonly figure: string;
  readonly at?: number;
}

/** Finds a figure; undefined where it was never measured. */
export function figureOf(
  results: Results["results"],
  { bench, figure, at }: FigurePlace,
): DatedFigure | undefined {
  const all = results[bench]?.filter(({ name }) => name === figure) ?? [];
  return at === undefined ? all.at(-1) : all.find((one) => one.at === at);
}

/** The figures of a benchmark as rows, with a heading. */
export function figureRows(figures: readonly DatedFigure[]): readonly (readonly string[])[] {
  const rows = figures.map((figure) => [
    nameText(figure),
    `${numberText(figure.value)} ${figure.unit}`.trim(),
    figure.date,
  ]);
  return [["what", "measured", "on"], ...rows];
}

function nameText({ name, at }: Figure): string {
  return at === undefined ? name.trim() : `${name.trim()}, ${at.toLocaleString("en")} before`;
}

/** A line of the table: name, figure, unit and goal. */
export function figureText(figure: Figure): string {
  const { value, unit, goal } = figure;
  const wanted = goal === undefined ? "" : `   goal ${numberText(goal)}`;
  return `  ${nameText(figure).padEnd(60)} ${numberText(value).padStart(12)} ${unit}${wanted}`;
}

export function numberText(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en") : value.toPrecision(3);
}
