import type { JSX } from "preact";
import { useAnswer } from "../data/answer.js";
import { useLive } from "../data/live.js";
import { Asked } from "../parts/asked.js";
import { MainBlockList, ResourceBlockList } from "../parts/block-list.js";
import { Heading } from "../parts/heading.js";
import { Pager } from "../parts/pager.js";
import { linkTo, type PageProps, pageIn, pageQuery } from "../places.js";
import { allCodes } from "../data/codes.js";
import { counted } from "../format/numbers.js";
import { RefusedList } from "../parts/refused-list.js";
import { TransactionList } from "../parts/transaction-list.js";

const COUNT = 50;

/** The main chain from a height down: `?at=`, by default the last block. */
export function BlocksPage({ place: { at } }: PageProps): JSX.Element {
  const top = useLive().main?.height ?? 0;
  const blocks = useAnswer(
    `blocks ${at}`,
    (node) => node.listBlock({ count: COUNT, order: "descending", ...(at === null ? {} : { height: at }) }),
    // A page at a height that the chain does not have yet goes on growing.
    { isFinal: (blocks) => at !== null && blocks[0]?.height === at },
  );
  return (
    <>
      <Heading title="Main blocks" />
      <Asked answered={blocks}>
        {(blocks) => {
          const [newest, oldest] = [blocks[0]?.height ?? 0, blocks.at(-1)?.height ?? 0];
          return (
            <>
              <MainBlockList blocks={blocks} />
              <Pager
                newer={
                  at === null
                    ? null
                    : linkTo("blocks", "", { at: newest + COUNT < top ? newest + COUNT : null })
                }
                older={oldest > 1 ? linkTo("blocks", "", { at: oldest - 1 }) : null}
              />
            </>
          );
        }}
      </Asked>
    </>
  );
}

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

/** The committed transactions, newest first: `?page=` counts from 1. */
export function TransactionsPage({ place: { query } }: PageProps): JSX.Element {
  const page = pageIn(query);
  const toPage = (page: number): string => linkTo("transactions", "", { query: pageQuery(page) });
  const asked = useAnswer(`transactions ${page}`, async (node) => {
    const [transactions, count, codes] = await Promise.all([
      node.listTransaction({ count: COUNT, page }),
      node.transactionCount(),
      allCodes(node),
    ]);
    return { transactions, count, codes };
  });
  return (
    <>
      <Heading title="Transactions" />
      <Asked answered={asked}>
        {({ transactions, count, codes }) => (
          <>
            {page === 1 && <RefusedList />}
            <p class="dim">{counted(count, "transaction")} in the main chain</p>
            <TransactionList transactions={transactions} codes={codes} />
            <Pager
              newer={page === 1 ? null : toPage(page - 1)}
              older={page * COUNT < count ? toPage(page + 1) : null}
            />
          </>
        )}
      </Asked>
    </>
  );
}
