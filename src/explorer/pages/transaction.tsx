import type { JSX } from "preact";
import type { Client, MainBlockSummary, TransactionRecord } from "../../client/index.js";
import type { ReadableCode, StoredCode } from "../../client/code-at.js";
import { timeHashToTime } from "../../codec/hash.js";
import { valueToJson } from "../../codec/readable-json.js";
import { textIn } from "../../codec/text.js";
import { useAnswer } from "../data/answer.js";
import { allCodes, calledCode } from "../data/codes.js";
import { useLive } from "../data/live.js";
import { firstBlockFrom } from "../format/first-block.js";
import { grouped, shortened } from "../format/numbers.js";
import { AddressLink } from "../parts/address-link.js";
import { Asked } from "../parts/asked.js";
import { Facts } from "../parts/facts.js";
import { Copy, Hash } from "../parts/hash.js";
import { Heading } from "../parts/heading.js";
import { Link } from "../parts/link.js";
import { ParameterTable } from "../parts/parameter-table.js";
import { BlockStanding } from "../parts/standing.js";
import { CalledName, Summary } from "../parts/story.js";
import { HostileText } from "../parts/text.js";
import { Time } from "../parts/time.js";
import { ShownTrial } from "../parts/trial.js";
import { TryAgain } from "../parts/try-again.js";
import { Uncommitted } from "../parts/uncommitted.js";
import { linkTo, type PageProps } from "../places.js";
import { NotFound } from "./not-found.js";

const HASH = /^[0-9a-f]{78}$/;

/** A transaction by its hash: what it calls, where it is, and what it did. */
export function TransactionPage({ place: { id } }: PageProps): JSX.Element {
  const asked = useAnswer(
    `transaction ${id}`,
    async (node) => {
      if (!HASH.test(id)) return null;
      const record = await node.getTransaction(id);
      if (record === null) return { record, fate: await node.transactionFate(id) };
      const [block, codes] = await Promise.all([holdingBlock(node, id), allCodes(node)]);
      return { record, block, codes };
    },
    { isFinal: (found) => found === null || found.record !== null },
  );
  return (
    <Asked answered={asked} title={`Transaction ${shortened(id)}`}>
      {(found) => {
        if (found === null) return <NotFound what={`${id} is not the hash of a transaction.`} />;
        if (found.record === null) return <Uncommitted hash={id} fate={found.fate} />;
        return <Committed hash={id} record={found.record} block={found.block} codes={found.codes} />;
      }}
    </Asked>
  );
}

interface CommittedProps {
  readonly hash: string;
  readonly record: TransactionRecord;
  readonly block: MainBlockSummary | null;
  readonly codes: readonly StoredCode[];
}

function Committed({ hash, record, block, codes }: CommittedProps): JSX.Element {
  const live = useLive();
  const { transaction, public_key, signature } = record;
  const code = calledCode(codes, transaction, "contract");
  return (
    <>
      <Heading title={`Transaction ${shortened(hash)}`} />
      <p class="summary">
        <Summary transaction={transaction} codes={codes} isDone />
        {block !== null && (
          <>
            {", "}in block <Link to={linkTo("block", block.blockhash)}>{grouped(block.height)}</Link>
          </>
        )}
        {", "}
        <Time us={timeHashToTime(hash)} />.
      </p>
      <Facts
        facts={[
          block && [
            "Standing",
            <BlockStanding chain="main" height={block.height} blockhash={block.blockhash} live={live} />,
          ],
          ["Time", <Time us={timeHashToTime(hash)} isDate />],
          ["Contract", <CalledName transaction={transaction} codes={codes} />],
          ["Sender", <AddressLink address={textIn(transaction, "from")} />],
          ["Hash", <Hash hash={hash} isWhole />],
        ]}
      />
      <ParameterTable transaction={transaction} code={code} />
      <TraceOf hash={hash} code={code} />
      <details>
        <summary>Try it again with other values</summary>
        <TryAgain transaction={transaction} codes={codes} at={block === null ? null : block.height - 1} />
      </details>
      <details>
        <summary>The record as JSON</summary>
        <Facts
          facts={[
            ["Public key", <Hash hash={public_key} isWhole />],
            ["Signature", <Hash hash={signature} isWhole />],
          ]}
        />
        <Copy text={valueToJson(transaction)} label="copy the transaction" />
        <pre class="box">
          <HostileText text={valueToJson(transaction, "  ")} short={4000} />
        </pre>
      </details>
    </>
  );
}

/** What a committed transaction did, operator by operator. */
function TraceOf({
  hash,
  code,
}: {
  readonly hash: string;
  readonly code: ReadableCode | undefined;
}): JSX.Element {
  const asked = useAnswer(`trace ${hash}`, (node) => node.trace(hash), { isFinal: true });
  return (
    <section aria-label="What it did">
      <h2>What it did</h2>
      <Asked answered={asked}>{(trial) => <ShownTrial trial={trial} code={code} />}</Asked>
    </section>
  );
}

/** The only block that can hold a transaction: the first not older than it (PROTOCOL 5.5). Null without it. */
async function holdingBlock(node: Client, hash: string): Promise<MainBlockSummary | null> {
  return firstBlockFrom(timeHashToTime(hash), (target) => node.getBlockSummary(target));
}
