import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useAnswer } from "../data/answer.js";
import { goTo } from "../data/navigation.js";
import { findPlaces } from "../data/search.js";
import { Asked } from "../parts/asked.js";
import { Heading } from "../parts/heading.js";
import { Link } from "../parts/link.js";
import { HostileText } from "../parts/text.js";
import type { PageProps } from "../places.js";

/** What the words of `?q=` may mean. One meaning is shown at once. */
export function SearchPage({ place: { query } }: PageProps): JSX.Element {
  const words = query.get("q") ?? "";
  const found = useAnswer(`search ${words}`, 0, () => findPlaces(words));
  const only = found.value?.length === 1 ? found.value[0]?.link : undefined;
  useEffect(() => {
    if (only !== undefined) goTo(only, { isReplaced: true });
  }, [only]);
  return (
    <>
      <Heading title={`Search for ${words}`}>
        Search for <HostileText text={words} short={80} />
      </Heading>
      <Asked answered={found}>
        {(places) =>
          places.length === 0 ? (
            <p>
              The chain has nothing of this name. A search takes a height, a hash, an address, or the name of
              a contract or request.
            </p>
          ) : (
            <ul>
              {places.map(({ link, text }) => (
                <li key={link}>
                  <Link to={link}>
                    <HostileText text={text} />
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Asked>
    </>
  );
}
