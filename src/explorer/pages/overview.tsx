import type { JSX } from "preact";
import { useAnswer } from "../data/answer.js";
import { useLive } from "../data/live.js";
import { node } from "../data/node.js";
import { grouped } from "../format/numbers.js";
import { ratesOf } from "../format/rates.js";
import { Asked } from "../parts/asked.js";
import { MainBlockList, ResourceBlockList } from "../parts/block-list.js";
import { Facts } from "../parts/facts.js";
import { Heading } from "../parts/heading.js";
import { Link } from "../parts/link.js";
import { linkTo } from "../places.js";

const SHOWN = 10;
/** The blocks that the rates are taken from. */
const RATED = 100;

/** Both chains as they grow, and how fast. */
export function Overview(): JSX.Element {
  const { version, fixed } = useLive();
  const blocks = useAnswer("overview", version, async () => {
    const [main, resource, transactions] = await Promise.all([
      node.listBlock({ count: RATED, order: "descending" }),
      node.listResourceBlock({ count: SHOWN }),
      node.transactionCount(),
    ]);
    return { main, resource, transactions };
  });
  return (
    <>
      <Heading title="Overview" />
      <Asked answered={blocks}>
        {({ main, resource, transactions }) => {
          const rates = ratesOf(main);
          const difficulty = resource[0]?.difficulty;
          return (
            <>
              <Facts
                facts={[
                  ["Main blocks", grouped(main[0]?.height ?? 0)],
                  ["Resource blocks", grouped(resource[0]?.height ?? 0)],
                  ["Transactions", grouped(transactions)],
                  rates && ["Blocks per minute", rates.blocksPerMinute],
                  rates && ["Transactions per second", rates.transactionsPerSecond],
                  difficulty === undefined ? null : ["Difficulty", grouped(difficulty)],
                  fixed && ["Fixed up to main block", grouped(fixed.main)],
                ]}
              />
              <h2>
                <Link to={linkTo("blocks")}>Main blocks</Link>
              </h2>
              <MainBlockList blocks={main.slice(0, SHOWN)} />
              <h2>
                <Link to={linkTo("resourceBlocks")}>Resource blocks</Link>
              </h2>
              <ResourceBlockList blocks={resource} />
            </>
          );
        }}
      </Asked>
    </>
  );
}
