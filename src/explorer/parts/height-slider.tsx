import type { JSX } from "preact";
import { useLive } from "../data/live.js";
import { goTo } from "../data/navigation.js";
import { grouped } from "../format/numbers.js";
import { linkTo, type PagePlace } from "../places.js";

/** Chooses the main block after which a page shows the chain. It is kept in the link. */
export function HeightSlider({ place }: { readonly place: PagePlace }): JSX.Element | null {
  const { main } = useLive();
  if (main === null || main.height < 1) return null;
  const { name, id, at, query } = place;
  const go = (height: number | null): void =>
    goTo(linkTo(name, id, { at: height, query: Object.fromEntries(query) }), { isReplaced: true });
  const shown = Math.min(at ?? main.height, main.height);
  return (
    <section class="height" aria-label="Block as of which the page shows the chain">
      <label>
        <span>{at === null ? "As of now" : `As of block ${grouped(at)}`}</span>
        <input
          type="range"
          min={1}
          max={main.height}
          value={shown}
          aria-valuetext={`block ${shown}`}
          onChange={(event) => {
            const height = Number(event.currentTarget.value);
            go(height >= main.height ? null : height);
          }}
        />
      </label>
      {at !== null && (
        <button type="button" onClick={() => go(null)}>
          Now
        </button>
      )}
    </section>
  );
}
