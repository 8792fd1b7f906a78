import { readFileSync } from "node:fs";
import { importsOf, withoutComments } from "./source-imports.js";

const SOURCE = new URL("../../../src/", import.meta.url);

/** What a package entry brings into a browser's bundle. */
export interface Bundle {
  /** Source files by URL, with their text without comments. */
  readonly files: ReadonlyMap<string, string>;
  /** Packages and modules of Node.js. */
  readonly packages: ReadonlySet<string>;
}

/** Collects the source files and packages that an entry below `src/` imports in a browser. */
export function bundleOf(entry: string): Bundle {
  const files = new Map<string, string>();
  const packages = new Set<string>();
  const visit = (file: URL): void => {
    if (files.has(file.href)) return;
    const source = readFileSync(file, "utf8");
    files.set(file.href, withoutComments(source));
    for (const { specifier, isTypeOnly } of importsOf(source)) {
      if (isTypeOnly) continue;
      if (specifier.startsWith(".")) visit(new URL(specifier.replace(/\.js$/, ".ts"), file));
      else if (specifier === "#primitives") visit(new URL("codec/primitives.browser.ts", SOURCE));
      else packages.add(specifier.split("/", 2).join("/"));
    }
  };
  visit(new URL(entry, SOURCE));
  return { files, packages };
}

/** Names of Node.js that a browser does not have. */
export const NODE_ONLY = /\b(?:Buffer|process|__dirname)\b[.(]|[^.\w]require\("/;
