import type { JSX } from "preact";
import { useAnswer } from "../data/answer.js";
import { allCodes } from "../data/codes.js";
import { counted } from "../format/numbers.js";
import { Asked } from "../parts/asked.js";
import { Heading } from "../parts/heading.js";
import { Pager } from "../parts/pager.js";
import { RefusedList } from "../parts/refused-list.js";
import { TransactionList } from "../parts/transaction-list.js";
import { linkTo, pageIn, pageQuery, type PageProps } from "../places.js";

const COUNT = 50;

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
