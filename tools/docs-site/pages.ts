import { existsSync, readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";

const ROOT = new URL("../../../", import.meta.url);

/** A document of the repository and its page of the site. */
export interface SitePage {
  /** The path of the document in the repository. */
  readonly source: string;
  /** The path of the page in the site. */
  readonly target: string;
  readonly text: string;
}

/** The documents in the order of the menu, by what a reader wants to do. A pattern ends with `*`. */
const CHAPTERS: readonly (readonly [title: string, ...sources: string[]])[] = [
  ["Begin", "docs/README.md", "README.md"],
  [
    "Run a node",
    "docs/operate.md",
    "docs/network.md",
    "docs/metrics.md",
    "docs/backup.md",
    "docs/pruning.md",
    "docs/signer.md",
    "docs/scale.md",
    "docs/reliability.md",
    "docs/releases.md",
    "SECURITY.md",
  ],
  [
    "Use a node",
    "docs/commands.md",
    "docs/rpc.md",
    "docs/events.md",
    "docs/client.md",
    "docs/explorer.md",
    "docs/errors.md",
  ],
  [
    "Write contracts",
    "docs/language/tutorial.md",
    "docs/language/concepts.md",
    "docs/language/*",
    "docs/testing.md",
    "docs/debugging.md",
    "docs/deploying.md",
    "docs/work-limit.md",
    "examples/*",
  ],
  [
    "Understand it",
    "ARCHITECTURE.md",
    "docs/glossary.md",
    "docs/performance.md",
    "docs/benchmarks.md",
    "docs/dependencies.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
  ],
  ["Protocol", "docs/protocol/*"],
  ["Decisions", "docs/adr/*"],
];

/** Reads all documents, by chapter. Throws when a document is in no chapter, or a chapter names one that does not exist. */
export function readPages(): ReadonlyMap<string, readonly SitePage[]> {
  const inDocs = readdirSync(new URL("docs/", ROOT), { recursive: true, encoding: "utf8" });
  const examples = readdirSync(new URL("examples/", ROOT)).map((name) => `examples/${name}/README.md`);
  const found = [
    ...readdirSync(ROOT),
    ...inDocs.map((path) => `docs/${path.replaceAll("\\", "/")}`),
    ...examples.filter((path) => existsSync(new URL(path, ROOT))),
  ].filter((path) => path.endsWith(".md"));
  const left = new Set(found.toSorted(indexFirst));
  const chapters = new Map<string, readonly SitePage[]>();
  for (const [title, ...sources] of CHAPTERS) {
    const pages = sources.flatMap((source) => {
      const taken = [...left].filter((path) =>
        source.endsWith("*") ? path.startsWith(source.slice(0, -1)) : path === source,
      );
      if (taken.length === 0) throw new Error(`There is no document ${source}. `);
      for (const path of taken) left.delete(path);
      return taken;
    });
    chapters.set(title, pages.map(toPage));
  }
  if (left.size > 0)
    throw new Error(`No chapter of the site has ${[...left].join(", ")}: add it to CHAPTERS. `);
  return chapters;
}

function indexFirst(one: string, other: string): number {
  const [first, second] = [one, other].map((path) => path.replace(/README\.md$/, ""));
  return first === second ? 0 : (first ?? "") < (second ?? "") ? -1 : 1;
}

function toPage(source: string): SitePage {
  const inDocs = source.replace(/^docs\//, "");
  const target = source.startsWith("docs/")
    ? inDocs.replace(/README\.md$/, "index.md")
    : source.toLowerCase().replace(/\/readme\.md$/, ".md");
  return {
    source,
    target: target.replace(/\.md$/, ".html"),
    text: readFileSync(new URL(source, ROOT), "utf8"),
  };
}

/** A link of a document as a path of the repository with its fragment; null for one that leads elsewhere. */
export function repositoryPath(
  source: string,
  link: string,
): { readonly path: string; readonly hash: string } | null {
  if (/^[a-z]+:/i.test(link)) return null;
  const [path = "", hash = ""] = link.split("#");
  return { path: path === "" ? source : posix.join(posix.dirname(source), path), hash };
}
