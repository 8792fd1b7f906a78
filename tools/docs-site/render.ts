import { posix } from "node:path";
import { Marked, type Tokens } from "marked";
import { repositoryPath, type SitePage } from "./pages.js";
import type { Section } from "./section.js";

export interface RenderedPage {
  readonly title: string;
  readonly html: string;
  readonly sections: readonly Section[];
  /** The ids of its headings. */
  readonly ids: ReadonlySet<string>;
  /** The pages of the site that it links to, each with the id that it names. */
  readonly links: readonly { readonly target: string; readonly hash: string }[];
  /** The pictures that it shows, as paths of the repository. */
  readonly pictures: readonly string[];
}

/**
 * Renders one document. Links between documents become links between pages. A link to a source file, which the site does not
 * have, becomes its text. Markup in a document is shown as text.
 */
export function renderPage(page: SitePage, bySource: ReadonlyMap<string, SitePage>): RenderedPage {
  const ids = new Set<string>();
  const links: { target: string; hash: string }[] = [];
  const pictures: string[] = [];
  const sections: Section[] = [];
  let title = "";
  let open: { hash: string; title: string; texts: string[] } | null = null;
  const closeSection = (): void => {
    if (open !== null)
      sections.push({ page: page.target, hash: open.hash, title: open.title, text: open.texts.join(" ") });
  };
  const marked = new Marked({
    renderer: {
      html: ({ text }) => escapeHtml(text),
      heading({ tokens, depth, text }: Tokens.Heading) {
        const id = uniqueId(text, ids);
        return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const inner = this.parser.parseInline(tokens);
        const to = repositoryPath(page.source, href);
        if (to === null) return `<a href="${escapeHtml(href)}" rel="noreferrer">${inner}</a>`;
        const linked = bySource.get(to.path);
        if (linked === undefined) return inner;
        links.push({ target: linked.target, hash: to.hash });
        const hash = to.hash === "" ? "" : `#${to.hash}`;
        return `<a href="${relative(page.target, linked.target)}${hash}">${inner}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        const picture = repositoryPath(page.source, href)?.path ?? "";
        pictures.push(picture);
        const src = relative(page.target, `images/${posix.basename(picture)}`);
        return `<img src="${src}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
      code: ({ text }: Tokens.Code) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
      table(token: Tokens.Table) {
        const cells = (row: readonly Tokens.TableCell[], tag: string): string =>
          row
            // An empty heading of a table has no meaning for a screen reader.
            .map(({ text, tokens }) => ({ tag: text === "" ? "td" : tag, tokens }))
            .map((cell) => `<${cell.tag}>${this.parser.parseInline(cell.tokens)}</${cell.tag}>`)
            .join("");
        const rows = token.rows.map((row) => `<tr>${cells(row, "td")}</tr>`).join("\n");
        const head = `<thead><tr>${cells(token.header, "th")}</tr></thead>`;
        return `<div class="wide" tabindex="0"><table>${head}<tbody>${rows}</tbody></table></div>\n`;
      },
    },
  });
  const taken = new Set<string>();
  const trail: string[] = [];
  for (const token of marked.lexer(page.text)) {
    if (token.type === "heading") {
      const heading = plainText(token["text"] as string);
      if (title === "") title = heading;
      closeSection();
      // The title of the page is in its path: the trail begins below it.
      trail.splice(Math.max(0, (token["depth"] as number) - 2), trail.length, heading);
      open = { hash: uniqueId(token["text"] as string, taken), title: trail.join(" › "), texts: [] };
    } else open?.texts.push(plainText(token.raw));
  }
  closeSection();
  const html = marked.parse(page.text, { async: false });
  return { title, html, sections, ids, links, pictures };
}

/** The path from one page to another. */
export function relative(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to);
}

/** The id of a heading, as GitHub makes it, so that links work in both places. */
function uniqueId(text: string, taken: Set<string>): string {
  const base = plainText(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_\- ]/gu, "")
    .replaceAll(" ", "-");
  let id = base;
  for (let count = 1; taken.has(id); count += 1) id = `${base}-${count}`;
  taken.add(id);
  return id;
}

/** Markdown without its marks, for headings and the search. */
function plainText(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*|]+|^#+ |^---+$/gm, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
