import MiniSearch, { type SearchResult } from "minisearch";
import type { Section } from "../section.js";

/** The search of the documentation: reads the sections of all pages once, when the box is used first. */
const MOST = 12;
const base = document.documentElement.dataset["base"] ?? "./";
const box = document.querySelector<HTMLInputElement>("#search");
const list = document.querySelector<HTMLOListElement>("#results");

let index: Promise<MiniSearch<Section>> | null = null;

async function load(): Promise<MiniSearch<Section>> {
  const sections = (await (await fetch(`${base}search.json`)).json()) as readonly Section[];
  const search = new MiniSearch<Section>({
    extractField: (section, name) =>
      name === "id" ? `${section.page}#${section.hash}` : section[name as keyof Section],
    fields: ["title", "text"],
    storeFields: ["page", "hash", "title", "text"],
    searchOptions: { prefix: true, fuzzy: 0.15, boost: { title: 4 }, combineWith: "AND" },
  });
  search.addAll(sections);
  return search;
}

async function show(): Promise<void> {
  const wanted = box?.value.trim() ?? "";
  if (list === null) return;
  if (wanted === "") return close();
  index ??= load();
  const items = await index.then(
    (search) => search.search(wanted).slice(0, MOST).map(itemOf),
    () => {
      index = null;
      return [textItem("The search works where a server serves the site.")];
    },
  );
  if (box?.value.trim() !== wanted) return;
  list.replaceChildren(...(items.length === 0 ? [textItem("Nothing found.")] : items));
  list.hidden = false;
}

function itemOf({ page, hash, title, text, terms }: SearchResult): HTMLLIElement {
  const link = document.createElement("a");
  link.href = `${base}${String(page)}#${String(hash)}`;
  const name = document.createElement("strong");
  name.textContent = String(title);
  const excerpt = document.createElement("small");
  excerpt.textContent = `${String(page)}: ${excerptOf(String(text), terms)}`;
  link.append(name, excerpt);
  const item = document.createElement("li");
  item.append(link);
  return item;
}

/** What stands around the first of the terms. */
function excerptOf(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const at = Math.max(0, ...terms.slice(0, 1).map((term) => lower.indexOf(term) - 40));
  return `${at > 0 ? "…" : ""}${text.slice(at, at + 120)}`;
}

function textItem(text: string): HTMLLIElement {
  const item = document.createElement("li");
  item.textContent = text;
  return item;
}

function close(): void {
  if (list !== null) list.hidden = true;
}

/** Moves the focus among the box and the results. */
function move(step: number): void {
  const places = [box, ...(list?.querySelectorAll("a") ?? [])];
  const at = places.indexOf(document.activeElement as HTMLInputElement | HTMLAnchorElement | null);
  places[at + step]?.focus();
}

box?.addEventListener("input", () => void show());
document.addEventListener("keydown", (event) => {
  const isTyping = document.activeElement === box;
  if (event.key === "/" && !isTyping) box?.focus();
  else if (event.key === "Escape") {
    close();
    box?.focus();
  } else if (list?.hidden === false && event.key === "ArrowDown") move(1);
  else if (list?.hidden === false && event.key === "ArrowUp") move(-1);
  else if (isTyping && event.key === "Enter") list?.querySelector("a")?.click();
  else return;
  event.preventDefault();
});
document.addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("search") === null) close();
});
