import type { JSX } from "preact";
import type { ReadableCode } from "../../client/code-at.js";
import { spaceIdOf, timeHashToTime } from "../../codec/hash.js";
import { useAnswer } from "../data/answer.js";
import { isOwnCode } from "../data/codes.js";
import { useLive } from "../data/live.js";
import { node } from "../data/node.js";
import { usePaged } from "../data/paged.js";
import { counted, grouped } from "../format/numbers.js";
import { linkTo } from "../places.js";
import { AddressLink } from "./address-link.js";
import { Bars } from "./bars.js";
import { FeesOf } from "./fees-of.js";
import { Hash } from "./hash.js";
import { LatestCallsOf } from "./latest-calls-of.js";
import { Link } from "./link.js";
import { PagedList } from "./paged-list.js";
import { Table } from "./table.js";
import { Time } from "./time.js";

const DAY_S = 86_400;
const DAYS = 30;

/** Every call of a contract, and how many there were day by day. */
export function CallsOf({ code }: { readonly code: ReadableCode }): JSX.Element {
  const { main } = useLive();
  const version = main?.height ?? 0;
  const { name: type, writer, space } = code.method;
  const cid = isOwnCode(code) ? undefined : spaceIdOf(writer, space);
  const { value: days } = useAnswer(`calls by day ${code.id}`, version, () =>
    node.statistics({ type, cid, interval: DAY_S, count: DAYS }),
  );
  const paged = usePaged(`calls ${code.id}`, version, async (before?: number) => {
    const { calls, next } = await node.listCalls(type, { cid, before });
    return { items: calls, next };
  });
  if (paged.answered.failure?.isMissing === true) return <LatestCallsOf code={code} />;
  const counts = (days?.intervals ?? []).map(({ calls }) => calls ?? 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return (
    <>
      <h2>Calls</h2>
      {total > 0 && (
        <>
          <p class="dim">
            {counted(total, "call")} in the last {DAYS} days, day by day
          </p>
          <Bars label={`Calls in each of the last ${DAYS} days, ${total} together`} values={counts} />
        </>
      )}
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
