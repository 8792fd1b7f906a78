import type { JSX } from "preact";
import { localTimeText, toMilliseconds } from "../../base/text/time-text.js";
import { useAnswer } from "../data/answer.js";
import { allCodes } from "../data/codes.js";
import { useLive } from "../data/live.js";
import { counted, grouped } from "../format/numbers.js";
import { ratesOf } from "../format/times.js";
import { Asked } from "../parts/asked.js";
import { Chart } from "../parts/chart.js";
import { MainBlockList, ResourceBlockList } from "../parts/block-list.js";
import { Facts } from "../parts/facts.js";
import { Heading } from "../parts/heading.js";
import { Link } from "../parts/link.js";
import { NodeFacts } from "../parts/node-facts.js";
import { RefusedList } from "../parts/refused-list.js";
import { TransactionList } from "../parts/transaction-list.js";
import { linkTo } from "../places.js";

const SHOWN = 10;
/** The blocks that the rates are taken from. */
const RATED = 100;
const MINUTES = 60;
/** Statistics are asked for this rarely: their answer is the longest of the page and changes least. */
const PAUSE_MS = 15_000;

/** Both chains as they grow, and how fast. */
export function Overview(): JSX.Element {
  const { fixed } = useLive();
  const blocks = useAnswer("overview", async (node) => {
    const [main, resource, count, transactions, codes] = await Promise.all([
      node.listBlock({ count: RATED, order: "descending" }),
      node.listResourceBlock({ count: SHOWN }),
      node.transactionCount(),
      node.listTransaction({ count: SHOWN }),
      allCodes(node),
    ]);
    return { main, resource, count, transactions, codes };
  });
  return (
    <>
      <Heading title="Overview" />
      <Asked answered={blocks}>
        {({ main, resource, count, transactions, codes }) => {
          const rates = ratesOf(main, Date.now() * 1000);
          const difficulty = resource[0]?.difficulty;
          return (
            <>
              <Facts
                isBrief
                facts={[
                  ["Main blocks", grouped(main[0]?.height ?? 0)],
                  ["Resource blocks", grouped(resource[0]?.height ?? 0)],
                  ["Transactions", grouped(count)],
                  rates && ["Blocks per minute", rates.blocksPerMinute],
                  rates && ["Transactions per second", rates.transactionsPerSecond],
                  difficulty === undefined ? null : ["Difficulty", grouped(difficulty)],
                  fixed && ["Fixed up to main block", grouped(fixed.main)],
                ]}
              />
              <NodeFacts />
              <RefusedList />
              <div class="beside lists">
                <section>
                  <h2>
                    <Link to={linkTo("blocks")}>Main blocks</Link>
                  </h2>
                  <MainBlockList blocks={main.slice(0, SHOWN)} />
                </section>
                <section>
                  <h2>
                    <Link to={linkTo("transactions")}>Transactions</Link>
                  </h2>
                  <TransactionList transactions={transactions} codes={codes} isBrief />
                </section>
              </div>
              <h2>
                <Link to={linkTo("resourceBlocks")}>Resource blocks</Link>
              </h2>
              <ResourceBlockList blocks={resource} />
              <Growth />
            </>
          );
        }}
      </Asked>
    </>
  );
}

/** The transactions of the last hour, minute by minute. Empty for a node that does not count them. */
function Growth(): JSX.Element {
  const asked = useAnswer("growth", (node) => node.statistics({ interval: 60, count: MINUTES }), {
    restMs: PAUSE_MS,
  });
  return (
    <Asked answered={asked} isOptional>
      {({ intervals }) => {
        const total = intervals.reduce((sum, { transactions }) => sum + transactions, 0);
        return (
          <>
            <h2>{counted(total, "transaction")} in the last hour, minute by minute</h2>
            <Chart
              label={`Transactions in each of the last ${MINUTES} minutes, ${total} together`}
              axis="Minute"
              points={intervals.map(({ time, transactions }) => ({
                at: localTimeText(new Date(toMilliseconds(time))).slice(0, 16),
                value: BigInt(transactions),
              }))}
              text={(transactions) => counted(Number(transactions), "transaction")}
            />
          </>
        );
      }}
    </Asked>
  );
}
