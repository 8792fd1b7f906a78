import type { JSX } from "preact";
import { readStoredCode, type CodeKind, type StoredCode } from "../../client/code-at.js";
import { useAnswer } from "../data/answer.js";
import { useLive } from "../data/live.js";
import { node } from "../data/node.js";
import { grouped } from "../format/numbers.js";
import { Asked } from "../parts/asked.js";
import { ListedCodes } from "../parts/code-list.js";
import { Heading } from "../parts/heading.js";
import { Pager } from "../parts/pager.js";
import { linkTo, pageIn, pageQuery, type PageProps } from "../places.js";

const COUNT = 50;

/** The registered contracts and requests, broken ones included: `?page=` counts from 1. */
export function CodesPage({ place: { query, at } }: PageProps): JSX.Element {
  const { version } = useLive();
  const page = pageIn(query);
  const toPage = (page: number): string => linkTo("codes", "", { at, query: pageQuery(page) });
  const asked = useAnswer(`codes ${page}`, version, async () => {
    const [listed, count] = await Promise.all([node.listCode({ count: COUNT, page }), node.codeCount()]);
    const read = (kind: CodeKind, codes: typeof listed.contracts): readonly StoredCode[] =>
      Array.from(codes, ([id, value]) => readStoredCode({ kind, id, value }));
    return {
      contracts: read("contract", listed.contracts),
      requests: read("request", listed.requests),
      count,
    };
  });
  return (
    <>
      <Heading title="Contracts and requests" />
      <Asked answered={asked}>
        {({ contracts, requests, count }) => (
          <>
            <h2>Contracts: {grouped(count.contracts)}</h2>
            <ListedCodes label="Contracts" codes={contracts} at={at} empty="No contract on this page." />
            <h2>Requests: {grouped(count.requests)}</h2>
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
