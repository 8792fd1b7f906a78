import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { startLive } from "./data/live.js";
import { usePlace } from "./data/navigation.js";
import type { PlaceName } from "./places.js";
import { PAGES } from "./pages/pages.js";
import { NotFound } from "./pages/not-found.js";
import { Header } from "./parts/header.js";
import { HeightSlider } from "./parts/height-slider.js";

/** The places that can be shown as of an earlier block; the others do not change with it. */
const SHOWN_AT: ReadonlySet<PlaceName> = new Set(["blocks", "address", "code", "cell"]);

/** The whole page: the header, and the page of the place in the address bar. */
export function App(): JSX.Element {
  const place = usePlace();
  useEffect(startLive, []);
  const Page = place === null ? null : PAGES[place.name];
  return (
    <>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <Header place={place} />
      {place !== null && SHOWN_AT.has(place.name) && <HeightSlider place={place} />}
      <main id="content">
        {place === null || Page === null ? (
          <NotFound what="Nothing is at this address." />
        ) : (
          // Another place is another page, also when its kind is the same.
          <Page key={`${place.name}/${place.id}`} place={place} />
        )}
      </main>
      <footer>Everything here comes from the node. The page asks no other server.</footer>
    </>
  );
}
