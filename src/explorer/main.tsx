import { render, type JSX } from "preact";
import { useEffect } from "preact/hooks";
import { AccountNames, useAccountNames } from "./data/account-names.js";
import { keepToken } from "./data/dev.js";
import { startLive } from "./data/live.js";
import { copyWholeHashes } from "./data/shown-hashes.js";
import { usePlace } from "./data/navigation.js";
import { NotFound } from "./pages/not-found.js";
import { PAGES } from "./pages/pages.js";
import { Calm } from "./parts/calm.js";
import { Header } from "./parts/header.js";
import { HeightSlider } from "./parts/height-slider.js";
import { ShownAt } from "./parts/link.js";
import { BASE, SHOWN_AT } from "./places.js";
import "./colours.css";
import "./style.css";
import "./parts.css";
import "./pages.css";

keepToken();
copyWholeHashes();
const page = document.querySelector("#page");
if (page !== null) {
  // Removes the page's name, which shows until the scripts have loaded.
  page.replaceChildren();
  render(<App />, page);
}

function App(): JSX.Element {
  const place = usePlace();
  useEffect(startLive, []);
  const Page = place && PAGES[place.name];
  return (
    <AccountNames.Provider value={useAccountNames()}>
      <a class="skip" href="#content">
        Skip to the content
      </a>
      <Header place={place} />
      {place !== null && SHOWN_AT.has(place.name) && <HeightSlider place={place} />}
      <main id="content">
        {place === null || Page === null ? (
          <NotFound what="Nothing is at this address." />
        ) : (
          <ShownAt.Provider value={place.at}>
            {/* Another place is another page, also when its kind is the same. */}
            <Calm key={`${place.name}/${place.id}`} name={place.name}>
              <Page place={place} />
            </Calm>
          </ShownAt.Provider>
        )}
      </main>
      <footer>
        Everything here comes from the node, also <a href={`${BASE}/docs/index.html`}>the documentation</a>.
        The page asks no other server.
      </footer>
    </AccountNames.Provider>
  );
}
