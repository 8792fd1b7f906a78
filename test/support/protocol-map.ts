import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { citationsOf, pageNumbersOf, rulesOf, type Reference, type Rule } from "./protocol-citations.js";

const ROOT = new URL("../../../", import.meta.url);
const PAGES = "docs/protocol/";
const IMPLEMENTATION = ["bin", "commands", "src"];
const TESTS = ["test"];

/** The files that cite each rule: its implementation and the tests that prove it. */
export interface ProtocolMap {
  readonly rules: readonly Rule[];
  readonly pages: readonly Reference[];
  /** References by file, in the order of their first citation. */
  readonly implementation: ReadonlyMap<string, ReadonlySet<Reference>>;
  readonly tests: ReadonlyMap<string, ReadonlySet<Reference>>;
}

export function readProtocolMap(): ProtocolMap {
  const names = readdirSync(new URL(PAGES, ROOT)).filter((name) => name.endsWith(".md"));
  const pages = new Map(names.toSorted().map((name) => [name, read(PAGES + name)]));
  return {
    rules: rulesOf(pages),
    pages: pageNumbersOf(pages),
    implementation: citedIn(IMPLEMENTATION),
    tests: citedIn(TESTS),
  };
}

/** The files that cite a rule. */
export function filesCiting(
  reference: Reference,
  cited: ReadonlyMap<string, ReadonlySet<Reference>>,
): readonly string[] {
  return [...cited].flatMap(([file, references]) => (references.has(reference) ? [file] : []));
}

function citedIn(directories: readonly string[]): ReadonlyMap<string, ReadonlySet<Reference>> {
  const files = directories.flatMap((directory) => sourcesIn(directory));
  const cited = files.map(
    (file) => [file, new Set(citationsOf(read(file)).map(({ reference }) => reference))] as const,
  );
  return new Map(cited.filter(([, references]) => references.size > 0));
}

function sourcesIn(directory: string): readonly string[] {
  const url = new URL(`${directory}/`, ROOT);
  const entries = readdirSync(fileURLToPath(url), { recursive: true, encoding: "utf8" });
  return entries
    .map((entry) => `${directory}/${entry.replaceAll("\\", "/")}`)
    .filter((path) => path.endsWith(".ts"))
    .toSorted();
}

function read(path: string): string {
  return readFileSync(new URL(path, ROOT), "utf8");
}
