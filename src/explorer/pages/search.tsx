import type { JSX } from "preact";
import { useContext, useEffect } from "preact/hooks";
import { AccountNames } from "../data/account-names.js";
import { UNANSWERED, useAnswer } from "../data/answer.js";
import { goTo } from "../data/navigation.js";
import { ownNames } from "../data/own-names.js";
import { findPlaces } from "../data/search.js";
import { Asked } from "../parts/asked.js";
import { Heading } from "../parts/heading.js";
import { Link } from "../parts/link.js";
import { Table } from "../parts/table.js";
import { HostileText } from "../parts/text.js";
import type { PageProps } from "../places.js";

/** What the words of `?q=` may mean. One meaning is shown at once. */
export function SearchPage({ place: { query } }: PageProps): JSX.Element {
  const words = query.get("q") ?? "";
  const accounts = useContext(AccountNames);
  const names = new Map([...accounts, ...ownNames()]);
  const found = useAnswer(`search ${accounts.size} ${words}`, (node) => findPlaces(node, words, names));
  const only = found.value?.length === 1 ? found.value[0]?.link : undefined;
  useEffect(() => {
    if (only !== undefined) goTo(only, { isReplaced: true });
  }, [only]);
  return (
    <>
      <Heading title={`Search for ${words}`}>
        Search for <HostileText text={words} short={80} />
      </Heading>
      {/* Nothing is shown of the one meaning before its page is. */}
      <Asked answered={only === undefined ? found : UNANSWERED}>
        {(places) =>
          places.length === 0 ? (
            <p>
              Nothing is found. A search takes a height, a hash or its beginning, an address, and the name of
              a contract, of a request, or that you gave to an address.
            </p>
          ) : (
            <Table
              label="Found"
              columns={["Kind", "Found"]}
              rows={places.map(({ link, noun, text }) => [
                link,
                noun,
                <Link to={link}>
                  <HostileText text={text} />
                </Link>,
              ])}
              empty=""
            />
          )
        }
      </Asked>
    </>
  );
}
