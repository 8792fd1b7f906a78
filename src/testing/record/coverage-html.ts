import { gapsOf, sitesByFile } from "./coverage.js";
import type { RecordedCode, RecordedSite } from "./test-record.js";

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
