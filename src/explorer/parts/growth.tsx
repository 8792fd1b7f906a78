import type { JSX } from "preact";
import { useAnswer } from "../data/answer.js";
import { useLive } from "../data/live.js";
import { node } from "../data/node.js";
import { counted } from "../format/numbers.js";
import { Bars } from "./bars.js";

const MINUTES = 60;

/** The transactions of the last hour, minute by minute. Nothing for a node that does not count them. */
export function Growth(): JSX.Element | null {
  const { version } = useLive();
  const { value } = useAnswer("growth", version, () => node.statistics({ interval: 60, count: MINUTES }));
  if (value === undefined) return null;
  const counts = value.intervals.map(({ transactions }) => transactions);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return (
    <>
      <p class="dim">{counted(total, "transaction")} in the last hour, minute by minute</p>
      <Bars
        label={`Transactions in each of the last ${MINUTES} minutes, ${total} together`}
        values={counts}
      />
    </>
  );
}
