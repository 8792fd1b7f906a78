import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { MainBlock } from "../../client/index.js";
import { readBlockTarget } from "../../client/block-target.js";
import { useAnswer } from "../data/answer.js";
import { useLive } from "../data/live.js";
import { node } from "../data/node.js";
import { counted, grouped } from "../format/numbers.js";
import { Asked } from "../parts/asked.js";
import { Facts } from "../parts/facts.js";
import { Hash } from "../parts/hash.js";
import { Heading } from "../parts/heading.js";
import { More } from "../parts/more.js";
import { Neighbours } from "../parts/neighbours.js";
import { absenceText, BlockStanding } from "../parts/standing.js";
import { Table } from "../parts/table.js";
import { HostileText } from "../parts/text.js";
import { Time } from "../parts/time.js";
import { ShownValue } from "../parts/value.js";
import { textIn } from "../../codec/text.js";
import { linkTo, type PageProps } from "../places.js";
import { NotFound } from "./not-found.js";

/** A main block by height or blockhash: what it contains, who sealed it, and what it changed. */
export function BlockPage({ place: { id } }: PageProps): JSX.Element {
  const live = useLive();
  // A block that is there changes only by a fork; one that is not there yet may come.
  const [isThere, setIsThere] = useState(true);
  const version = isThere ? live.forks : live.version;
  const asked = useAnswer(`block ${id}`, version, async () => {
    const block = await node.getBlock(readBlockTarget(id));
    setIsThere(block !== null);
    return block;
  });
  return (
    <Asked answered={asked}>
      {(block) =>
        block === null ? <NotFound what={absenceText("main", id, live)} /> : <Block block={block} />
      }
    </Asked>
  );
}

function Block({ block }: { readonly block: MainBlock }): JSX.Element {
  const live = useLive();
  const { height, blockhash, transactions } = block;
  return (
    <>
      <Heading title={`Main block ${grouped(height)}`} />
      <Neighbours name="block" height={height} last={live.main?.height ?? height} />
      <Facts
        facts={[
          ["Standing", <BlockStanding chain="main" height={height} blockhash={blockhash} live={live} />],
          ["Time", <Time us={block.s_timestamp} isDate />],
          ["Blockhash", <Hash hash={blockhash} isWhole />],
          [
            "Previous blockhash",
            <Hash hash={block.previous_blockhash} to={linkTo("block", block.previous_blockhash)} isWhole />,
          ],
          block.resource_blockhash === undefined
            ? null
            : [
                "Resource block",
                <Hash
                  hash={block.resource_blockhash}
                  to={linkTo("resourceBlock", block.resource_blockhash)}
                />,
              ],
        ]}
      />
      <h2>{counted(transactions.length, "transaction")}</h2>
      <Transactions transactions={transactions} />
      <Updates title="universal" updates={block.universal_updates} />
      <Updates title="local" updates={block.local_updates} />
      <h2>Sealed by {counted(block.seal.size, "validator")}</h2>
      <Table
        label="Seal"
        columns={["Validator", "Time", "Hypothesis"]}
        rows={[...block.seal].map(([signer, { s_timestamp, hypothesis_hash }]) => [
          signer,
          <Hash hash={signer} to={linkTo("address", signer)} />,
          <Time us={s_timestamp} isDate />,
          <Hash hash={hypothesis_hash} />,
        ])}
        empty="The block has no seal."
      />
    </>
  );
}

const STEP = 50;

function Transactions({ transactions }: Pick<MainBlock, "transactions">): JSX.Element {
  const [shown, setShown] = useState(STEP);
  return (
    <>
      <Table
        label="Transactions"
        columns={["Transaction", "Type", "Sender"]}
        rows={transactions.slice(0, shown).map(({ hash, transaction }) => {
          const from = textIn(transaction, "from");
          return [
            hash,
            <Hash hash={hash} to={linkTo("transaction", hash)} />,
            <HostileText text={textIn(transaction, "type")} short={60} />,
            <Hash hash={from} to={linkTo("address", from)} />,
          ];
        })}
        empty="The block has no transaction."
      />
      <More shown={shown} count={transactions.length} onMore={() => setShown(shown + STEP)} />
    </>
  );
}

function Updates({
  title,
  updates,
}: {
  readonly title: "universal" | "local";
  readonly updates: MainBlock["universal_updates"];
}): JSX.Element | null {
  const [shown, setShown] = useState(STEP);
  if (updates.size === 0) return null;
  return (
    <>
      <h2>{counted(updates.size, `${title} update`)}</h2>
      <Table
        label={`Cells of the ${title} state that the block changed`}
        columns={["Cell", "Before", "After"]}
        rows={[...updates]
          .slice(0, shown)
          .map(([key, update]) => [
            key,
            <Hash hash={key} to={linkTo("cell", `${title}.${key}`)} />,
            <ShownValue value={update.old} />,
            <ShownValue value={update.new} />,
          ])}
        empty=""
      />
      <More shown={shown} count={updates.size} onMore={() => setShown(shown + STEP)} />
    </>
  );
}
