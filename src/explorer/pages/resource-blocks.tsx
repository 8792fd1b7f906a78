import type { JSX } from "preact";
import { useAnswer } from "../data/answer.js";
import { Asked } from "../parts/asked.js";
import { ResourceBlockList } from "../parts/block-list.js";
import { Heading } from "../parts/heading.js";
import { Pager } from "../parts/pager.js";
import { linkTo, pageIn, pageQuery, type PageProps } from "../places.js";

const COUNT = 50;

/** The resource chain, newest first: `?page=` counts from 1. */
export function ResourceBlocksPage({ place: { query } }: PageProps): JSX.Element {
  const page = pageIn(query);
  const toPage = (page: number): string => linkTo("resourceBlocks", "", { query: pageQuery(page) });
  const blocks = useAnswer(`resource blocks ${page}`, (node) =>
    node.listResourceBlock({ count: COUNT, page }),
  );
  return (
    <>
      <Heading title="Resource blocks" />
      <Asked answered={blocks}>
        {(blocks) => (
          <>
            <ResourceBlockList blocks={blocks} />
            <Pager
              newer={page === 1 ? null : toPage(page - 1)}
              older={(blocks.at(-1)?.height ?? 1) > 1 ? toPage(page + 1) : null}
            />
          </>
        )}
      </Asked>
    </>
  );
}
