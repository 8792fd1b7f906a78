import type { JSX } from "preact";
import type { StoredCode } from "../../client/code-at.js";
import type { TransactionFate, ValueMap } from "../../client/index.js";
import { timeHashToTime } from "../../codec/hash.js";
import { textIn } from "../../codec/text.js";
import { useAnswer } from "../data/answer.js";
import { allCodes, calledCode } from "../data/codes.js";
import { useRefused, type RefusedTransaction } from "../data/dev.js";
import { callToMap } from "../format/commands.js";
import { grouped, shortened } from "../format/numbers.js";
import { parametersIn } from "../format/story.js";
import { AddressLink } from "./address-link.js";
import { Asked } from "./asked.js";
import { Facts, type Fact } from "./facts.js";
import { Hash } from "./hash.js";
import { Heading } from "./heading.js";
import { Link } from "./link.js";
import { ParameterTable } from "./parameter-table.js";
import { HostileText } from "./text.js";
import { Time } from "./time.js";
import { CalledName, Summary } from "./story.js";
import { ShownTrial } from "./trial.js";
import { TryAgain } from "./try-again.js";
import { linkTo } from "../places.js";

interface UncommittedProps {
  readonly hash: string;
  readonly fate: TransactionFate | null;
}

/** A transaction that no block holds: it waits, was dropped, was refused, or is unknown. */
export function Uncommitted({ hash, fate }: UncommittedProps): JSX.Element {
  const refused = useRefused().value?.find((refusal) => refusal.hash === hash);
  const own: readonly Fact[] = [
    ["Time", <Time us={timeHashToTime(hash)} isDate />],
    ["Hash", <Hash hash={hash} isWhole />],
  ];
  return (
    <>
      <Heading title={`Transaction ${shortened(hash)}`} />
      {refused !== undefined ? (
        <Refused refusal={refused} own={own} />
      ) : fate === null ? (
        <p>The node has no transaction of this hash. It may never have received it.</p>
      ) : fate.state !== "dropped" ? (
        <p role="status">It waits for a block. This page shows it as soon as a block holds it.</p>
      ) : (
        <div class="failure">
          <p>
            No block holds it: the node dropped it after block {grouped(fate.height)}.{" "}
            <HostileText text={fate.reason} />
          </p>
        </div>
      )}
      {refused === undefined && <Facts facts={own} />}
    </>
  );
}

function Refused({
  refusal: { hash, transaction, reason, height },
  own,
}: {
  readonly refusal: RefusedTransaction;
  readonly own: readonly Fact[];
}): JSX.Element {
  const codes = useAnswer("codes", allCodes, { isFinal: true }).value;
  return (
    <>
      <p class="summary">
        <Summary transaction={transaction} codes={codes ?? []} isDone={false} />
      </p>
      <div class="failure">
        <p>
          <strong class="bad">The node refused it: </strong>
          <HostileText text={reason} />
        </p>
      </div>
      <Facts
        facts={[
          ["Contract", <CalledName transaction={transaction} codes={codes ?? []} />],
          ["Sender", <AddressLink address={textIn(transaction, "from")} />],
          [
            "Refused after block",
            height === 0 ? "0" : <Link to={linkTo("block", height)}>{grouped(height)}</Link>,
          ],
          ...own,
        ]}
      />
      {codes !== undefined && <Why hash={hash} transaction={transaction} height={height} codes={codes} />}
    </>
  );
}

interface WhyProps extends Pick<RefusedTransaction, "hash" | "transaction" | "height"> {
  readonly codes: readonly StoredCode[];
}

/** Executes a refused call again, up to the operator that failed. A form below tries other values. */
function Why({ hash, transaction, height, codes }: WhyProps): JSX.Element {
  const code = calledCode(codes, transaction, "contract");
  const asked = useAnswer(
    `why ${hash}`,
    (node) =>
      node.whatIf(calledMembers(transaction), {
        kind: "contract",
        from: textIn(transaction, "from"),
        height,
      }),
    { isFinal: true },
  );
  return (
    <>
      <ParameterTable transaction={transaction} code={code} />
      <h2>Why</h2>
      <Asked answered={asked}>{(trial) => <ShownTrial trial={trial} code={code} isTried />}</Asked>
      <h2>Try it again with other values</h2>
      <TryAgain transaction={transaction} codes={codes} at={height} />
    </>
  );
}

/** A transaction without its time and sender, which a trial adds. */
function calledMembers(transaction: ValueMap): ValueMap {
  return callToMap({
    kind: "contract",
    type: textIn(transaction, "type"),
    cid: textIn(transaction, "cid") || undefined,
    parameters: new Map(parametersIn(transaction)),
  });
}
