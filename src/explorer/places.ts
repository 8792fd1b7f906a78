/** The links of the explorer. A link names all that its page shows, and never changes: users bookmark and send links. */

/** The path of the explorer, below which its scripts are: a proxy may have put another path before it. */
export const BASE = /^(.*)\/assets\/[^/]*$/.exec(new URL(import.meta.url).pathname)?.[1] ?? "/explorer";

/** The places. `word` begins the path of a place; an id follows it. */
export const PLACES = {
  overview: { word: "", hasId: false },
  blocks: { word: "blocks", hasId: false },
  block: { word: "block", hasId: true },
  resourceBlocks: { word: "resource-blocks", hasId: false },
  resourceBlock: { word: "resource-block", hasId: true },
  transactions: { word: "transactions", hasId: false },
  transaction: { word: "tx", hasId: true },
  address: { word: "address", hasId: true },
  codes: { word: "codes", hasId: false },
  space: { word: "space", hasId: true },
  code: { word: "code", hasId: true },
  cell: { word: "cell", hasId: true },
  network: { word: "network", hasId: false },
  search: { word: "search", hasId: false },
  development: { word: "development", hasId: false },
} as const satisfies Readonly<Record<string, { readonly word: string; readonly hasId: boolean }>>;

export type PlaceName = keyof typeof PLACES;

export interface PagePlace {
  readonly name: PlaceName;
  /** Empty for a place without an id. */
  readonly id: string;
  /** The height of the main block after which the place is shown; null for the last one. */
  readonly at: number | null;
  /** The other parameters, such as a page's number or the words of a search. */
  readonly query: ReadonlyMap<string, string>;
}

const NAMES = Object.entries(PLACES) as readonly (readonly [PlaceName, (typeof PLACES)[PlaceName]])[];
const AT = "at";
const HEIGHT = /^(?:0|[1-9][0-9]{0,14})$/;

/** Reads a path with its query string; null when it is not a place. */
export function readPlace(path: string, search: string): PagePlace | null {
  if (path !== BASE && !path.startsWith(`${BASE}/`)) return null;
  const [word = "", ...ids] = path
    .slice(BASE.length + 1)
    .replace(/\/$/, "")
    .split("/");
  const found = NAMES.find(([, place]) => place.word === word && ids.length === (place.hasId ? 1 : 0));
  if (found === undefined) return null;
  const id = decoded(ids[0] ?? "");
  if (id === null || (found[1].hasId && id === "")) return null;
  const query = new Map(new URLSearchParams(search));
  const at = query.get(AT) ?? "";
  query.delete(AT);
  return { name: found[0], id, at: HEIGHT.test(at) ? Number(at) : null, query };
}

export function linkTo(
  name: PlaceName,
  id: string | number = "",
  {
    at = null,
    query = {},
  }: { readonly at?: number | null; readonly query?: Readonly<Record<string, string>> } = {},
): string {
  const { word, hasId } = PLACES[name];
  const path = [BASE, word, hasId ? encodeURIComponent(id) : ""].filter((part) => part !== "").join("/");
  const parameters = new URLSearchParams({ ...query, ...(at === null ? {} : { [AT]: String(at) }) });
  return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
}

/** The places that show the chain as it was after a block; the list of blocks begins at one. */
export const SHOWN_AT: ReadonlySet<PlaceName> = new Set([
  "blocks",
  "address",
  "codes",
  "space",
  "code",
  "cell",
]);

/** Adds the height of the present page to a link, unless the link has a height or leads to a page without one. */
export function keepingHeight(link: string, at: number | null): string {
  if (at === null) return link;
  const [path = "", search = ""] = link.split("?");
  const place = readPlace(path, search);
  if (place === null || place.at !== null || place.name === "blocks" || !SHOWN_AT.has(place.name))
    return link;
  return linkTo(place.name, place.id, { at, query: Object.fromEntries(place.query) });
}

function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    // A percent sign without an escape.
    if (error instanceof URIError) return null;
    throw error;
  }
}

export interface PageProps {
  readonly place: PagePlace;
}

export function pageIn(query: ReadonlyMap<string, string>): number {
  return Math.max(1, Number.parseInt(query.get("page") ?? "1", 10) || 1);
}

/** The query of a page of a list; the first one is the list itself. */
export function pageQuery(page: number): Readonly<Record<string, string>> {
  return page === 1 ? {} : { page: String(page) };
}
