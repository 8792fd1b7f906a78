import type { JSX } from "preact";
import { useAnswer } from "../data/answer.js";
import { useLive } from "../data/live.js";
import { node } from "../data/node.js";
import { counted, grouped } from "../format/numbers.js";
import { amountSteps, boundsOf, stepPath } from "../format/steps.js";
import { linkTo } from "../places.js";
import { Amount } from "./amount.js";
import { Asked } from "./asked.js";
import { Link } from "./link.js";

const BOX = { width: 600, height: 60 };

/** The balance of an address over the blocks that changed it last: a line, and the way to the amounts. */
export function BalanceOverTime({ cell }: { readonly cell: string }): JSX.Element {
  const { main } = useLive();
  const tip = main?.height ?? 0;
  const asked = useAnswer(`balance over time ${cell}`, tip, () => node.history("universal", cell));
  return (
    <>
      <h2>Balance over time</h2>
      <Asked answered={asked}>
        {({ values }) => {
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
                From block <Link to={linkTo("block", first.height)}>{grouped(first.height)}</Link> to now,
                between <Amount units={least.toString()} /> and <Amount units={most.toString()} />:{" "}
                <Link to={linkTo("cell", `universal.${cell}`)}>the {counted(steps.length, "change")}</Link>.
              </p>
            </>
          );
        }}
      </Asked>
    </>
  );
}
