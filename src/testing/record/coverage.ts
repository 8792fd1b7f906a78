import type { RecordedCode, RecordedSite } from "./test-record.js";

interface CoverageGap {
  readonly code: string;
  readonly site: RecordedSite;
  readonly sentence: string;
}

export interface Ratio {
  readonly covered: number;
  readonly total: number;
}

export interface CodeCoverage {
  readonly name: string;
  readonly operators: Ratio;
  /** Both branches of each `$if`. */
  readonly branches: Ratio;
  /** Both outcomes of each `$condition`. */
  readonly outcomes: Ratio;
  readonly gaps: readonly CoverageGap[];
}

/** The gaps of a code. An operator inside an unevaluated one is not a gap of its own. Sites are in order, outer ones first. */
function outerGaps(name: string, sites: readonly RecordedSite[]): readonly CoverageGap[] {
  let outer = "";
  return sites.flatMap((site) => {
    if (site.calls === 0 && outer !== "" && site.path.startsWith(`${outer}[`)) return [];
    if (site.calls === 0) outer = site.path;
    return gapsOf(site).map((sentence) => ({ code: name, site, sentence }));
  });
}

export function coverageOf({ name, sites }: RecordedCode): CodeCoverage {
  const ifs = sites.filter(({ operator }) => operator === "if");
  const conditions = sites.filter(({ operator }) => operator === "condition");
  return {
    name,
    operators: { covered: sites.filter(({ calls }) => calls > 0).length, total: sites.length },
    branches: bothWays(ifs),
    outcomes: bothWays(conditions),
    gaps: outerGaps(name, sites),
  };
}

function gapsOf({ operator, calls, yes, no }: RecordedSite): readonly string[] {
  if (calls === 0) return [`$${operator} is never evaluated`];
  const [held, failed] =
    operator === "if"
      ? ["the first branch of $if is never taken", "the second branch of $if is never taken"]
      : ["the condition never holds", "the condition always holds"];
  if (operator !== "if" && operator !== "condition") return [];
  return [...(yes === 0 ? [held] : []), ...(no === 0 ? [failed] : [])];
}

function bothWays(sites: readonly RecordedSite[]): Ratio {
  const covered = sites.reduce((sum, { yes, no }) => sum + (yes > 0 ? 1 : 0) + (no > 0 ? 1 : 0), 0);
  return { covered, total: 2 * sites.length };
}

/** The sites of all codes by source file; those without a source are left out. */
export function sitesByFile(codes: readonly RecordedCode[]): ReadonlyMap<string, readonly RecordedSite[]> {
  const files = new Map<string, RecordedSite[]>();
  for (const site of codes.flatMap(({ sites }) => sites)) {
    if (site.place === null) continue;
    const known = files.get(site.place.file) ?? [];
    known.push(site);
    files.set(site.place.file, known);
  }
  return files;
}

/** The report in the format of lcov: lines, and branches for `$if` and `$condition`. */
export function toLcov(codes: readonly RecordedCode[]): string {
  return Array.from(sitesByFile(codes), ([file, sites]) => lcovOf(file, sites)).join("");
}

function lcovOf(file: string, sites: readonly RecordedSite[]): string {
  const lines = new Map<number, number>();
  const branches: string[] = [];
  let covered = 0;
  for (const [index, { place, operator, calls, yes, no }] of sites.entries()) {
    const line = place?.line ?? 0;
    lines.set(line, Math.max(lines.get(line) ?? 0, calls));
    if (operator !== "if" && operator !== "condition") continue;
    for (const [branch, taken] of [yes, no].entries()) {
      branches.push(`BRDA:${line},${index},${branch},${calls === 0 ? "-" : taken}`);
      if (taken > 0) covered += 1;
    }
  }
  const sorted = [...lines].toSorted(([left], [right]) => left - right);
  return [
    "TN:",
    `SF:${file}`,
    ...branches,
    `BRF:${branches.length}`,
    `BRH:${covered}`,
    ...sorted.map(([line, calls]) => `DA:${line},${calls}`),
    `LF:${sorted.length}`,
    `LH:${sorted.filter(([, calls]) => calls > 0).length}`,
    "end_of_record\n",
  ].join("\n");
}

const STYLE = `
body { font: 14px/1.5 system-ui, sans-serif; margin: 2em; color: #222; background: #fff; }
table { border-collapse: collapse; font: 13px/1.5 ui-monospace, monospace; }
td { padding: 0 0.8em; white-space: pre-wrap; vertical-align: top; }
td:first-child { color: #888; text-align: right; user-select: none; }
.all { background: #e6f6e6; } .part { background: #fff3cd; } .none { background: #fbdddd; }
.gap { color: #a33; }
`;

/** The report as one page: each source with its lines marked. `sources` are the texts by file. */
export function toHtml(codes: readonly RecordedCode[], sources: ReadonlyMap<string, string>): string {
  const files = Array.from(sitesByFile(codes), ([file, sites]) => {
    const rows = (sources.get(file) ?? "").split("\n").map((text, index) =>
      rowOf(
        text,
        index + 1,
        sites.filter(({ place }) => place?.line === index + 1),
      ),
    );
    return `<h2>${escape(file)}</h2>\n<table>\n${rows.join("\n")}\n</table>\n`;
  });
  return `<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Coverage of contracts</title>\n<style>${STYLE}</style>\n<h1>Coverage of contracts</h1>\n${files.join("")}</html>\n`;
}

function rowOf(text: string, line: number, sites: readonly RecordedSite[]): string {
  const gaps = [...new Set(sites.flatMap(gapsOf))];
  const isReached = sites.some(({ calls }) => calls > 0);
  const mark = sites.length === 0 ? "" : gaps.length === 0 ? "all" : isReached ? "part" : "none";
  return `<tr class="${mark}"><td>${line}</td><td>${escape(text)}</td><td class="gap">${escape(gaps.join("; "))}</td></tr>`;
}

function escape(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
