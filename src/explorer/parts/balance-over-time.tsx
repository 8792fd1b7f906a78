import type { JSX } from "preact";
import { useAnswer } from "../data/answer.js";
import { rootCell } from "../data/cells.js";
import { counted, grouped } from "../format/numbers.js";
import { amountSteps, boundsOf, stepPath } from "../format/steps.js";
import { linkTo } from "../places.js";
import { Amount } from "./amount.js";
import { Asked } from "./asked.js";
import { Link } from "./link.js";

const BOX = { width: 600, height: 60 };

/** The balance of an address over the blocks that changed it last: a line, and the way to the amounts. */
export function BalanceOverTime({ address }: { readonly address: string }): JSX.Element {
  const asked = useAnswer(`balance over time ${address}`, async (node) => {
    const cell = await rootCell(node, "balance", address);
    if (cell === null) return null;
    // The line ends at a block whose changes are in the answer.
    const tip = await node.blockCount();
    return { cell, tip, ...(await node.history("universal", cell)) };
  });
  if (asked.value === null) return <></>;
  return (
    <>
      <h2>Balance over time</h2>
      <Asked answered={asked}>
        {(told) => {
          if (told === null) return null;
          const { cell, tip, values } = told;
          const steps = amountSteps(values);
          const [first] = steps;
          const path = stepPath(steps, tip, BOX);
          if (first === undefined || path === undefined) return <p class="dim">No block has changed it.</p>;
          const { least, most } = boundsOf(steps);
          return (
            <>
              <svg
                class="chart"
                viewBox={`0 -2 ${BOX.width} ${BOX.height + 4}`}
                preserveAspectRatio="none"
                role="img"
                aria-label={`Balance from block ${first.height} to block ${tip}`}
              >
                <path d={path} />
              </svg>
              <p class="dim">
                From block <Link to={linkTo("block", first.height)}>{grouped(first.height)}</Link> to block{" "}
                {grouped(tip)}, between <Amount units={least.toString()} /> and{" "}
                <Amount units={most.toString()} />:{" "}
                <Link to={linkTo("cell", `universal.${cell}`)}>the {counted(steps.length, "change")}</Link>.
              </p>
            </>
          );
        }}
      </Asked>
    </>
  );
}
