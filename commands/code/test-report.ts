import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { amountText } from "../../src/codec/coins.js";
import { shownText } from "../../src/codec/shown-text.js";
import { tableText, type View } from "../../src/cli/output/view.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import {
  coverageOf,
  sitesByFile,
  toLcov,
  type CodeCoverage,
  type Ratio,
  toHtml,
} from "../../src/testing/record/coverage.js";
import type { Place } from "../../src/contract/source-map.js";
import { replaceFile } from "../../src/base/files/write-file.js";
import type { CallCost, CostGrowth } from "../../src/testing/record/fees.js";
import { groupByPlace } from "../../src/testing/mutation/mutant-places.js";
import type { SurvivingMutant } from "../../src/testing/mutation/mutation-run.js";
import type { MutationResult } from "./test-process.js";
import type { RecordedCode } from "../../src/testing/record/test-record.js";

/** The parts of a test run's report that are about contracts. */

const COVERAGE_COLUMNS = ["code", "operators", "branches", "conditions"].map((title) => ({ title }));
const COST_COLUMNS = ["contract", "calls", "size", "weight", "fee"].map((title) => ({ title }));

export function coverageText(view: View, codes: readonly RecordedCode[]): string {
  const all = codes.map(coverageOf);
  if (all.length === 0) return "\nno contract was published: there is no coverage\n";
  const rows = all.map(({ name, operators, branches, outcomes }) => [
    name,
    ratioText(operators),
    ratioText(branches),
    ratioText(outcomes),
  ]);
  const table = tableText(view, COVERAGE_COLUMNS, rows);
  return `\n${table}${all
    .flatMap(gapLines)
    .map((line) => `${line}\n`)
    .join("")}`;
}

/** The codes of which less than a share is reached, each with its own. Shares are in percent, rounded down. */
export function codesBelow(
  codes: readonly RecordedCode[],
  minimum: number,
): Readonly<Record<string, string>> {
  const shares = codes.map((code) => [code.name, shareOf(coverageOf(code))] as const);
  return Object.fromEntries(
    shares.filter(([, share]) => share < minimum).map(([name, share]) => [name, `${share} %`]),
  );
}

function shareOf({ operators, branches, outcomes }: CodeCoverage): number {
  const all = [operators, branches, outcomes];
  const [covered, total] = (["covered", "total"] as const).map((name) =>
    all.reduce((sum, ratio) => sum + ratio[name], 0),
  ) as [number, number];
  return total === 0 ? 100 : Math.floor((100 * covered) / total);
}

function ratioText({ covered, total }: Ratio): string {
  return `${covered}/${total}`;
}

function gapLines({ gaps }: CodeCoverage): readonly string[] {
  return gaps.map(({ code, site: { place, path }, sentence }) => {
    const where = place === null ? "" : `${place.file}:${place.line}:${place.column}: `;
    return shownText(`${where}${code}: ${path}: ${sentence}`);
  });
}

export function coverageToData(codes: readonly RecordedCode[]): Value {
  return codes.map((code) => {
    const { name, operators, branches, outcomes, gaps } = coverageOf(code);
    return objectToValue({
      code: name,
      operators: ratioToData(operators),
      branches: ratioToData(branches),
      conditions: ratioToData(outcomes),
      gaps: gaps.map(({ site: { path, place }, sentence }) =>
        objectToValue({ path, file: place?.file ?? null, line: place && BigInt(place.line), sentence }),
      ),
    });
  });
}

function ratioToData({ covered, total }: Ratio): Value {
  return objectToValue({ covered: BigInt(covered), total: BigInt(total) });
}

/** Writes `lcov.info` and `index.html` to a directory, which is created. */
export async function writeCoverage(directory: string, codes: readonly RecordedCode[]): Promise<void> {
  const files = [...sitesByFile(codes).keys()];
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8").catch(() => "")));
  const sources = new Map(files.map((file, index) => [file, texts[index] ?? ""]));
  await mkdir(directory, { recursive: true });
  await Promise.all([
    replaceFile(join(directory, "lcov.info"), toLcov(codes)),
    replaceFile(join(directory, "index.html"), toHtml(codes, sources)),
  ]);
}

export function costsText(view: View, costs: readonly CallCost[], growth: readonly CostGrowth[]): string {
  const rows = costs.map(({ name, calls, size, weight, fee }) => [
    name,
    String(calls),
    String(size),
    weight.toString(),
    amountText(fee.toString()),
  ]);
  const table = tableText(view, COST_COLUMNS, rows);
  const lines = growth.map(
    ({ name, what, before, now }) => `${shownText(name)}: the ${what} grew from ${before} to ${now}\n`,
  );
  return `\n${table}${lines.join("")}`;
}

export function costsToData(costs: readonly CallCost[], growth: readonly CostGrowth[]): Value {
  return costs.map(({ name, calls, size, weight, fee }) =>
    objectToValue({
      contract: name,
      calls: BigInt(calls),
      size: BigInt(size),
      weight,
      fee: fee.toString(),
      grew: growth.some((each) => each.name === name),
    }),
  );
}

/** The mutants that no test noticed, by place: a line for each in the format of compilers, and below it the changes. */
export function mutantsText({ total, leftOut, survivors }: MutationResult): string {
  const places = survivingPlaces(survivors);
  const lines = places.flatMap(({ where, changes, mutants, survived }) => [
    `${where}: ${survived} of ${mutants} survived`,
    ...changes.map(({ path, change, isReached, equivalent }) => {
      const end =
        equivalent === null ? (isReached ? "survives" : "is not reached") : `is equivalent: ${equivalent}`;
      return `  ${path}: ${change} ${end}`;
    }),
  ]);
  const marked = survivors.filter(({ equivalent }) => equivalent !== null).length;
  const counts = `${total} mutants, ${total - survivors.length} noticed, ${marked} equivalent, ${survivors.length - marked} survived`;
  const at = places.filter(({ survived }) => survived > 0).length;
  const end = `${at === 0 ? "" : ` at ${at} ${at === 1 ? "place" : "places"}`}${leftOut === 0 ? "" : `, ${leftOut} left out`}`;
  return `\n${lines.map((line) => `${shownText(line)}\n`).join("")}${counts}${end}\n`;
}

interface SurvivingPlace {
  /** The place, and the codes that it builds. */
  readonly where: string;
  readonly changes: readonly SurvivingMutant[];
  readonly mutants: number;
  readonly survived: number;
}

function survivingPlaces(survivors: readonly SurvivingMutant[]): readonly SurvivingPlace[] {
  return Array.from(groupByPlace(survivors), ([where, changes]) => ({
    where: changes.some(({ place }) => place === null) ? where : `${where}: ${namesOf(changes)}`,
    changes,
    mutants: changes[0]?.mutantsThere ?? 0,
    survived: changes.filter(({ equivalent }) => equivalent === null).length,
  }));
}

function namesOf(mutants: readonly SurvivingMutant[]): string {
  return [...new Set(mutants.map(({ code }) => code))].join(", ");
}

export function mutantsToData({ total, leftOut, survivors }: MutationResult): Value {
  return objectToValue({
    total: BigInt(total),
    leftOut: BigInt(leftOut),
    places: survivingPlaces(survivors).map(({ changes: [first], mutants, survived }) =>
      objectToValue({
        code: first?.code ?? null,
        path: first?.path ?? null,
        ...placeToData(first?.place ?? null),
        mutants: BigInt(mutants),
        survived: BigInt(survived),
      }),
    ),
    survived: survivors.map(({ code, path, change, place, isReached, equivalent }) =>
      objectToValue({ code, path, change, ...placeToData(place), reached: isReached, equivalent }),
    ),
  });
}

function placeToData(place: Place | null): Readonly<Record<"file" | "line" | "column", Value>> {
  return {
    file: place?.file ?? null,
    line: place && BigInt(place.line),
    column: place && BigInt(place.column),
  };
}
