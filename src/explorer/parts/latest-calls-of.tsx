import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { ReadableCode } from "../../client/code-at.js";
import { useAnswer } from "../data/answer.js";
import { calledCode } from "../data/codes.js";
import { useLive } from "../data/live.js";
import { node } from "../data/node.js";
import { grouped } from "../format/numbers.js";
import { Asked } from "./asked.js";
import { More, STEP } from "./more.js";
import { TransactionList } from "./transaction-list.js";

/** A node without an index lists transactions of all contracts together: only the latest ones are looked through. */
const LOOKED_THROUGH = 500;
/** The calls of a contract among the latest transactions, for a node that has no index of them. */
export function LatestCallsOf({ code }: { readonly code: ReadableCode }): JSX.Element {
  const { main } = useLive();
  const [wanted, setWanted] = useState(false);
  const [shown, setShown] = useState(STEP);
  return (
    <>
      <h2>Calls</h2>
      {wanted ? (
        <Calls code={code} version={main?.height ?? 0} shown={shown} onMore={() => setShown(shown + STEP)} />
      ) : (
        <button type="button" onClick={() => setWanted(true)}>
          Look through the last {grouped(LOOKED_THROUGH)} transactions
        </button>
      )}
    </>
  );
}

interface CallsProps {
  readonly code: ReadableCode;
  readonly version: number;
  readonly shown: number;
  readonly onMore: () => void;
}

function Calls({ code, version, shown, onMore }: CallsProps): JSX.Element {
  const asked = useAnswer(`calls ${code.id}`, version, async () => {
    const listed = await node.listTransaction({ count: LOOKED_THROUGH });
    return [...listed].filter(
      ([, { transaction }]) => calledCode([code], transaction, "contract") !== undefined,
    );
  });
  return (
    <Asked answered={asked}>
      {(calls) => (
        <>
          <TransactionList
            transactions={calls.slice(0, shown)}
            codes={[code]}
            empty={`None of the last ${grouped(LOOKED_THROUGH)} transactions calls it.`}
          />
          <More shown={shown} count={calls.length} onMore={onMore} />
        </>
      )}
    </Asked>
  );
}
