import type { JSX } from "preact";
import { readStoredCode, type CodeKind, type StoredCode } from "../../client/code-at.js";
import { useAnswer } from "../data/answer.js";
import { codesAtHeight } from "../data/code-at-height.js";
import { grouped } from "../format/numbers.js";
import { Asked } from "../parts/asked.js";
import { ListedCodes } from "../parts/code-list.js";
import { Heading } from "../parts/heading.js";
import { Pager } from "../parts/pager.js";
import { linkTo, pageIn, pageQuery, type PageProps } from "../places.js";

const COUNT = 50;

/** The registered contracts and requests, broken ones included: `?page=` counts from 1. */
export function CodesPage({ place: { query, at } }: PageProps): JSX.Element {
  const page = pageIn(query);
  const toPage = (page: number): string => linkTo("codes", "", { at, query: pageQuery(page) });
  const asked = useAnswer(`codes ${page} ${at}`, async (node) => {
    const [listed, count] = await Promise.all([node.listCode({ count: COUNT, page }), node.codeCount()]);
    const read = async (kind: CodeKind, codes: typeof listed.contracts): Promise<readonly StoredCode[]> => {
      const present = Array.from(codes, ([id, value]) => readStoredCode({ kind, id, value }));
      return at === null ? present : codesAtHeight(node, present, at);
    };
    const [contracts, requests] = await Promise.all([
      read("contract", listed.contracts),
      read("request", listed.requests),
    ]);
    return { contracts, requests, count };
  });
  return (
    <>
      <Heading title="Contracts and requests" />
      <Asked answered={asked}>
        {({ contracts, requests, count }) => (
          <>
            {at !== null && (
              <p class="dim">The codes as they were after block {grouped(at)}, by the list of now.</p>
            )}
            <h2>Contracts: {grouped(at === null ? count.contracts : contracts.length)}</h2>
            <ListedCodes label="Contracts" codes={contracts} at={at} empty="No contract on this page." />
            <h2>Requests: {grouped(at === null ? count.requests : requests.length)}</h2>
            <ListedCodes label="Requests" codes={requests} at={at} empty="No request on this page." />
            <Pager
              newer={page === 1 ? null : toPage(page - 1)}
              older={page * COUNT < Math.max(count.contracts, count.requests) ? toPage(page + 1) : null}
              words={["Previous", "Next"]}
            />
          </>
        )}
      </Asked>
    </>
  );
}
