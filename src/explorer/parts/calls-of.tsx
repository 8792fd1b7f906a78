import type { JSX } from "preact";
import { localTimeText, toMilliseconds } from "../../base/text/time-text.js";
import { useState } from "preact/hooks";
import type { ReadableCode } from "../../client/code-at.js";
import { spaceIdOf, timeHashToTime } from "../../codec/hash.js";
import { useAnswer } from "../data/answer.js";
import { calledCode, isOwnCode } from "../data/codes.js";
import { usePaged } from "../data/paged.js";
import { counted, grouped, lowMiddleHigh } from "../format/numbers.js";
import { linkTo } from "../places.js";
import { AddressLink } from "./address-link.js";
import { Amount } from "./value.js";
import { Asked } from "./asked.js";
import { Chart } from "./chart.js";
import { Facts } from "./facts.js";
import { Hash } from "./hash.js";
import { Link } from "./link.js";
import { More, STEP } from "./pager.js";
import { PagedList } from "./paged-list.js";
import { Table } from "./table.js";
import { Time } from "./time.js";
import { TransactionList } from "./transaction-list.js";

const DAY_S = 86_400;
const DAYS = 30;
/** Few, because the node executes each one again. */
const CALLS_WITH_FEES = 10;
/** A node without an index lists transactions of all contracts together: only the latest ones are looked through. */
const LOOKED_THROUGH = 500;

/** Every call of a contract, and how many there were day by day. */
export function CallsOf({ code }: { readonly code: ReadableCode }): JSX.Element {
  const { name: type, writer, space } = code.method;
  const cid = isOwnCode(code) ? undefined : spaceIdOf(writer, space);
  const days = useAnswer(`calls by day ${code.id}`, (node) =>
    node.statistics({ type, cid, interval: DAY_S, count: DAYS }),
  );
  const paged = usePaged(`calls ${code.id}`, async (node, before?: number) => {
    const { calls, next } = await node.listCalls(type, { cid, before });
    return { items: calls, next };
  });
  if (paged.answered.failure?.isMissing === true) return <LatestCallsOf code={code} />;
  return (
    <>
      <h2>Calls</h2>
      <Asked answered={days} isOptional>
        {({ intervals }) => {
          const total = intervals.reduce((sum, { calls }) => sum + (calls ?? 0), 0);
          return (
            total > 0 && (
              <>
                <p class="dim">
                  {counted(total, "call")} in the last {DAYS} days, day by day
                </p>
                <Chart
                  label={`Calls in each of the last ${DAYS} days, ${total} together`}
                  axis="Day"
                  points={intervals.map(({ time, calls }) => ({
                    at: localTimeText(new Date(toMilliseconds(time))).slice(0, 10),
                    value: BigInt(calls ?? 0),
                  }))}
                  text={(calls) => counted(Number(calls), "call")}
                />
              </>
            )
          );
        }}
      </Asked>
      <PagedList paged={paged} more="Show earlier calls">
        {(calls) => (
          <>
            <FeesOf hashes={calls.map(({ hash }) => hash)} />
            <Table
              label="Calls"
              columns={["Transaction", "Time", "#Main block", "Sender"]}
              rows={calls.map(({ hash, height, from }) => [
                hash,
                <Hash hash={hash} to={linkTo("transaction", hash)} />,
                <Time us={timeHashToTime(hash)} />,
                <Link to={linkTo("block", height)}>{grouped(height)}</Link>,
                <AddressLink address={from} />,
              ])}
              empty="No transaction has called it."
            />
          </>
        )}
      </PagedList>
    </>
  );
}

/** The fees and weights of the latest calls of a contract, on demand. */
function FeesOf({ hashes }: { readonly hashes: readonly string[] }): JSX.Element | null {
  const [wanted, setWanted] = useState<readonly string[]>([]);
  if (hashes.length === 0) return null;
  const latest = hashes.slice(0, CALLS_WITH_FEES);
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
  const asked = useAnswer(
    `fees ${hashes.join(" ")}`,
    async (node) => {
      const trials = [];
      // One after the other: the node lets few callers wait.
      for (const hash of hashes) trials.push(await node.trace(hash));
      return {
        fees: lowMiddleHigh(trials.map(({ fee }) => BigInt(fee ?? 0))),
        weights: lowMiddleHigh(trials.map(({ weight }) => BigInt(weight))),
      };
    },
    { isFinal: true },
  );
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

/** The calls of a contract among the latest transactions, for a node that has no index of them. */
function LatestCallsOf({ code }: { readonly code: ReadableCode }): JSX.Element {
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <h2>Calls</h2>
      {wanted ? (
        <FoundCalls code={code} />
      ) : (
        <button type="button" onClick={() => setWanted(true)}>
          Look through the last {grouped(LOOKED_THROUGH)} transactions
        </button>
      )}
    </>
  );
}

function FoundCalls({ code }: { readonly code: ReadableCode }): JSX.Element {
  const [shown, setShown] = useState(STEP);
  const asked = useAnswer(`calls ${code.id}`, async (node) => {
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
          <More shown={shown} count={calls.length} onMore={() => setShown(shown + STEP)} />
        </>
      )}
    </Asked>
  );
}
