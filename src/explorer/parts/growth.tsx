import type { JSX } from "preact";
import { useAnswer } from "../data/answer.js";
import { useLive } from "../data/live.js";
import { node } from "../data/node.js";
import { useThrottled } from "../data/throttled.js";
import { counted } from "../format/numbers.js";
import { Bars } from "./bars.js";

const MINUTES = 60;
/** The longest answer of the page, and the one that changes least. */
const PAUSE_MS = 15_000;

/** The transactions of the last hour, minute by minute. Nothing for a node that does not count them. */
export function Growth(): JSX.Element | null {
  const version = useThrottled(useLive().version, PAUSE_MS);
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
