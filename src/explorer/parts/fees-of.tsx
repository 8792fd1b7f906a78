import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { useAnswer } from "../data/answer.js";
import { node } from "../data/node.js";
import { counted, grouped, lowMiddleHigh } from "../format/numbers.js";
import { Amount } from "./amount.js";
import { Asked } from "./asked.js";
import { Facts } from "./facts.js";

/** Few, because the node executes each one again. */
const COUNT = 10;

/** The fees and weights of the latest calls of a contract, on demand. */
export function FeesOf({ hashes }: { readonly hashes: readonly string[] }): JSX.Element | null {
  const [wanted, setWanted] = useState<readonly string[]>([]);
  if (hashes.length === 0) return null;
  const latest = hashes.slice(0, COUNT);
  return wanted.length === 0 ? (
    <p>
      <button type="button" onClick={() => setWanted(latest)}>
        Fees of the last {counted(latest.length, "call")}
      </button>
    </p>
  ) : (
    <Fees hashes={wanted} />
  );
}

function Fees({ hashes }: { readonly hashes: readonly string[] }): JSX.Element {
  const asked = useAnswer(`fees ${hashes.join(" ")}`, 0, async () => {
    const trials = [];
    // One after the other: the node lets few callers wait.
    for (const hash of hashes) trials.push(await node.trace(hash));
    return {
      fees: lowMiddleHigh(trials.map(({ fee }) => BigInt(fee ?? 0))),
      weights: lowMiddleHigh(trials.map(({ weight }) => BigInt(weight))),
    };
  });
  return (
    <Asked answered={asked}>
      {({ fees, weights }) => (
        <Facts
          isBrief
          facts={[
            ["Lowest fee", <Amount units={String(fees.low)} />],
            ["Median fee", <Amount units={String(fees.middle)} />],
            ["Highest fee", <Amount units={String(fees.high)} />],
            ["Median weight", grouped(weights.middle)],
            ["Of the last", counted(hashes.length, "call")],
          ]}
        />
      )}
    </Asked>
  );
}
