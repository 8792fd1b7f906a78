import type { JSX } from "preact";
import { amountText } from "../../codec/coins.js";
import { useAnswer } from "../data/answer.js";
import { rootCell } from "../data/cells.js";
import { counted, grouped } from "../format/numbers.js";
import { amountSteps, sampledSteps } from "../format/steps.js";
import { linkTo } from "../places.js";
import { Asked } from "./asked.js";
import { Chart } from "./chart.js";
import { Link } from "./link.js";

const POINTS = 60;

/** The balance of an address over the blocks that changed it last: a chart, and the way to each change. */
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
          if (steps.length === 0) return <p class="dim">No block has changed it.</p>;
          return (
            <>
              <Chart
                label="Balance over time"
                axis="After block"
                points={sampledSteps(steps, tip, POINTS).map(({ height, units }) => ({
                  at: `block ${grouped(height)}`,
                  value: units,
                }))}
                isLine
                text={(units) => grouped(amountText(String(units)))}
              />
              <p class="dim">
                It shows{" "}
                <Link to={linkTo("cell", `universal.${cell}`)}>the {counted(steps.length, "change")}</Link>.
              </p>
            </>
          );
        }}
      </Asked>
    </>
  );
}
