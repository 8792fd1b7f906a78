/** Builds the documents into a static site beside the explorer's page, dist/explorer/docs, which needs no network. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { readPages, type SitePage } from "./pages.js";
import type { Section } from "./section.js";
import { escapeHtml, relative, renderPage, type RenderedPage } from "./render.js";

const ROOT = new URL("../../../", import.meta.url);
const SITE = new URL("dist/explorer/docs/", ROOT);
const OWN = new URL("tools/docs-site/", ROOT);
/** Chapters with many pages, which a reader opens. */
const CLOSED: ReadonlySet<string> = new Set(["Protocol", "Decisions"]);

const chapters = readPages();
const pages = [...chapters.values()].flat();
const bySource = new Map(pages.map((page) => [page.source, page]));
const rendered = new Map(pages.map((page) => [page.target, renderPage(page, bySource)]));
assertLinks();

rmSync(SITE, { recursive: true, force: true });
const sections: Section[] = [];
for (const page of pages) {
  const content = rendered.get(page.target) as RenderedPage;
  sections.push(...content.sections);
  writePage(page, content);
  for (const picture of content.pictures)
    cpSync(new URL(picture, ROOT), new URL(`images/${posix.basename(picture)}`, SITE));
}
writeFileSync(new URL("search.json", SITE), JSON.stringify(sections));
const styles = [new URL("src/explorer/colours.css", ROOT), new URL("site.css", OWN)];
writeFileSync(new URL("site.css", SITE), styles.map((file) => readFileSync(file, "utf8")).join("\n"));
await build({
  configFile: false,
  logLevel: "warn",
  build: {
    lib: { entry: fileURLToPath(new URL("browser/search.ts", OWN)), formats: ["es"], fileName: "search" },
    outDir: fileURLToPath(SITE),
    emptyOutDir: false,
    target: "es2022",
    reportCompressedSize: false,
    license: { fileName: "licenses.txt" },
  },
});

/** Throws when a page links to a heading that does not exist. */
function assertLinks(): void {
  const broken = pages.flatMap(({ source, target: from }) =>
    (rendered.get(from)?.links ?? [])
      .filter(({ target, hash }) => hash !== "" && rendered.get(target)?.ids.has(hash) !== true)
      .map(({ target, hash }) => `${source}: ${target}#${hash}`),
  );
  if (broken.length > 0) throw new Error(`These links lead nowhere:\n${broken.join("\n")}`);
}

function writePage({ target }: SitePage, { title, html }: RenderedPage): void {
  const base = relative(target, ".") === "" ? "./" : `${relative(target, ".")}/`;
  const file = new URL(target, SITE);
  mkdirSync(new URL(".", file), { recursive: true });
  writeFileSync(
    file,
    `<!doctype html>
<html lang="en" data-base="${base}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}${target === "index.html" ? "" : " · chainnode"}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${base}site.css">
<script type="module" src="${base}search.js"></script>
</head>
<body>
<a class="skip" href="#main">Skip to the page</a>
<header>
<a href="${base}index.html">chainnode documentation</a>
<search><input id="search" type="search" placeholder="Search ( / )" aria-label="Search the documentation" autocomplete="off">
<ol id="results" hidden></ol></search>
<a class="narrow" href="#pages">All pages</a>
</header>
<nav id="pages" aria-label="Pages">
${[...chapters].map(([chapter, own]) => menu(chapter, own, target)).join("\n")}
</nav>
<main id="main">
${html}</main>
</body>
</html>
`,
  );
}

function menu(chapter: string, own: readonly SitePage[], here: string): string {
  const items = own.map(({ target }) => {
    const current = target === here ? ' aria-current="page"' : "";
    const title = escapeHtml(rendered.get(target)?.title ?? target);
    return `<li><a href="${relative(here, target)}"${current}>${title}</a></li>`;
  });
  const isOpen = own.some(({ target }) => target === here) || !CLOSED.has(chapter);
  return `<details${isOpen ? " open" : ""}><summary>${chapter}</summary><ul>${items.join("")}</ul></details>`;
}
