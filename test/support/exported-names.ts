import type { Sources } from "./house-rules.js";

const EXPORT =
  /^export (?:declare )?(?:abstract |async )?(?:function\*?|class|interface|type|const enum|const|let|enum) ([\w$]+)/gm;

/** The same interface for two platforms, of which each program has one. */
const PLATFORM = ".browser.ts";

/** The exported names, with the files that declare each. Each command file exports its own `command`. */
export function exportedNames(sources: Sources): ReadonlyMap<string, ReadonlySet<string>> {
  const files = new Map<string, Set<string>>();
  for (const [path, source] of sources) {
    for (const [, name = ""] of source.matchAll(EXPORT)) {
      const place =
        name === "command" ? path.replace(/^commands\/.*/, "commands") : path.replace(PLATFORM, ".ts");
      files.set(name, (files.get(name) ?? new Set()).add(place));
    }
  }
  return files;
}

/** The exported names that several files declare, with these files. */
export function sharedNames(sources: Sources): readonly string[] {
  return Array.from(exportedNames(sources))
    .filter(([, paths]) => paths.size > 1)
    .map(([name, paths]) => `${name}: ${[...paths].join(", ")}`)
    .toSorted();
}
