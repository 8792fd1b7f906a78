import type { JSX } from "preact";
import { useContext, useState } from "preact/hooks";
import type { StoredCode } from "../../client/code-at.js";
import { AccountNames } from "../data/account-names.js";
import { useAnswer } from "../data/answer.js";
import { codesAtHeight } from "../data/code-at-height.js";
import { allCodes } from "../data/codes.js";
import { goTo } from "../data/navigation.js";
import { nameOf } from "../data/own-names.js";
import { counted, grouped } from "../format/numbers.js";
import { Asked } from "../parts/asked.js";
import { CodeTable, ListedCodes } from "../parts/code-list.js";
import { Heading } from "../parts/heading.js";
import { Pager } from "../parts/pager.js";
import { linkTo, pageIn, pageQuery, type PageProps } from "../places.js";

const COUNT = 50;

/** The registered contracts and requests by their spaces, broken ones included: `?page=`, `?filter=`, `?order=name`. */
export function CodesPage({ place: { query, at } }: PageProps): JSX.Element {
  const page = pageIn(query);
  const [filter, setFilter] = useState(query.get("filter") ?? "");
  const isByName = query.get("order") === "name";
  const accounts = useContext(AccountNames);
  const asked = useAnswer("codes", allCodes);
  const toPage = (page: number, isSorted = isByName): string => {
    const chosen = { ...(filter === "" ? {} : { filter }), ...(isSorted ? { order: "name" } : {}) };
    return linkTo("codes", "", { at, query: { ...pageQuery(page), ...chosen } });
  };
  const wanted = filter.trim().toLowerCase();
  const isWanted = ({ id, kind, method }: StoredCode): boolean => {
    const { name = "", space = "", writer = "" } = method ?? {};
    const texts = [id, kind, `${space} / ${name}`, writer, nameOf(writer), accounts.get(writer) ?? ""];
    return texts.some((text) => text.toLowerCase().includes(wanted));
  };
  const listed = (codes: readonly StoredCode[]): JSX.Element =>
    isByName ? (
      <CodeTable label="Codes" codes={codes} at={at} isOfSpaces />
    ) : (
      <ListedCodes codes={codes} at={at} />
    );
  return (
    <>
      <Heading title="Contracts and requests" />
      <form class="inline" onSubmit={(event) => event.preventDefault()}>
        <label>
          Filter by name, space, writer or kind
          <input
            type="search"
            value={filter}
            spellcheck={false}
            onInput={(event) => setFilter(event.currentTarget.value)}
            onChange={() => goTo(toPage(1), { isReplaced: true })}
          />
        </label>
        <button
          type="button"
          aria-pressed={isByName}
          onClick={() => goTo(toPage(1, !isByName), { isReplaced: true })}
        >
          Sort by name
        </button>
      </form>
      <Asked answered={asked}>
        {(codes) => {
          const found = codes.filter(isWanted);
          if (isByName) found.sort((a, b) => titleOf(a).localeCompare(titleOf(b)));
          const shown = found.slice((page - 1) * COUNT, page * COUNT);
          return (
            <>
              <p class="dim">
                {counted(found.length, "code")}
                {at !== null && `, as they were after block ${grouped(at)}, by the list of now`}
              </p>
              {at === null ? listed(shown) : <PastCodes codes={shown} at={at} listed={listed} />}
              <Pager
                newer={page === 1 ? null : toPage(page - 1)}
                older={page * COUNT < found.length ? toPage(page + 1) : null}
                words={["Previous", "Next"]}
              />
            </>
          );
        }}
      </Asked>
    </>
  );
}

function titleOf({ method }: StoredCode): string {
  return method?.name ?? "";
}

interface PastCodesProps {
  readonly codes: readonly StoredCode[];
  readonly at: number;
  readonly listed: (codes: readonly StoredCode[]) => JSX.Element;
}

function PastCodes({ codes, at, listed }: PastCodesProps): JSX.Element {
  const ids = codes.map(({ id, kind }) => `${kind} ${id}`).join(" ");
  const asked = useAnswer(`codes ${at} ${ids}`, (node) => codesAtHeight(node, codes, at), { isFinal: true });
  return <Asked answered={asked}>{listed}</Asked>;
}
