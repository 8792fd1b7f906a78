import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useDev } from "../data/dev.js";
import type { Live } from "../data/known.js";
import { presentMs, useLive } from "../data/live.js";
import { goTo } from "../data/navigation.js";
import { useNow } from "../data/now.js";
import { statusOf } from "../data/status.js";
import { grouped } from "../format/numbers.js";
import { shortAge } from "../format/times.js";
import { linkTo, type PagePlace, type PlaceName } from "../places.js";
import { Link } from "./link.js";

const MENU: readonly (readonly [PlaceName, string])[] = [
  ["overview", "Overview"],
  ["blocks", "Blocks"],
  ["resourceBlocks", "Resource blocks"],
  ["transactions", "Transactions"],
  ["codes", "Contracts"],
  ["network", "Network"],
];

const DEVELOPMENT = ["development", "Development"] as const;

/** The menu, the search and the state of the node: on top of every page. */
export function Header({ place }: { readonly place: PagePlace | null }): JSX.Element {
  const { isDev } = useDev();
  const menu = isDev ? [...MENU, DEVELOPMENT] : MENU;
  return (
    <header>
      <Link to={linkTo("overview")} class="brand">
        <svg viewBox="0 0 20 12" aria-hidden="true">
          <rect x="1" y="1" width="11" height="10" rx="3" />
          <rect x="8" y="1" width="11" height="10" rx="3" />
        </svg>
        chainnode
      </Link>
      <nav aria-label="Pages">
        {menu.map(([name, title]) => (
          <Link key={name} to={linkTo(name)} isCurrent={place?.name === name}>
            {title}
          </Link>
        ))}
      </nav>
      <Search words={place?.name === "search" ? (place.query.get("q") ?? "") : ""} />
      <Status live={useLive()} />
    </header>
  );
}

function Search({ words }: { readonly words: string }): JSX.Element {
  const search = (event: SubmitEvent): void => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const given = new FormData(form).get("q");
    const q = typeof given === "string" ? given.trim() : "";
    if (q !== "") goTo(linkTo("search", "", { query: { q } }));
  };
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const look = (event: KeyboardEvent): void => {
      const { key, target } = event;
      const isInField = target instanceof Element && target.matches("input, select, textarea");
      if (event.ctrlKey || event.metaKey || event.altKey || (isInField && target !== box.current)) return;
      const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
      const found = [...document.querySelectorAll<HTMLElement>('[aria-label="Found"] a')];
      const next = found[found.findIndex((link) => link === document.activeElement) + step];
      if (key === "/" && !isInField) box.current?.focus();
      else if (step === 0 || next === undefined) return;
      else next.focus();
      event.preventDefault();
    };
    document.addEventListener("keydown", look);
    return () => document.removeEventListener("keydown", look);
  }, []);
  return (
    <form role="search" onSubmit={search}>
      <input
        ref={box}
        key={words}
        type="search"
        name="q"
        defaultValue={words}
        aria-label="Search for a height, hash, address, name or code"
        placeholder="height, hash, address, name"
        autocomplete="off"
        spellcheck={false}
      />
      <button type="submit">Search</button>
    </form>
  );
}

const TICK_MS = 1000;

/** Whether the page follows the node, and the last block that it knows. Only the word is told to screen readers as it changes. */
function Status({ live }: { readonly live: Live }): JSX.Element {
  const now = useNow(TICK_MS);
  const { kind, text, ageMs } = statusOf(live, presentMs());
  const { main } = live;
  return (
    <p class="status">
      <span role="status">
        <span class={`light ${kind}`} aria-hidden="true" />
        {text}
      </span>
      {ageMs !== null && ` · as of ${shortAge(ageMs)}`}
      {main !== null && (main.height === 0 ? " · no block yet" : ` · block ${grouped(main.height)}`)}
      {main !== null && main.height > 0 && main.timeUs !== null && `, ${shortAge(now - main.timeUs / 1000)}`}
    </p>
  );
}
