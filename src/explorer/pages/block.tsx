import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { MainBlock } from "../../client/index.js";
import { readBlockTarget } from "../../client/block-target.js";
import type { StateKind } from "../../codec/state-key.js";
import { useAnswer } from "../data/answer.js";
import { useCellNames, type CodeNames } from "../data/cells.js";
import { allCodes } from "../data/codes.js";
import { useLive } from "../data/live.js";
import { growthOf } from "../format/growth.js";
import { counted, grouped, shortened } from "../format/numbers.js";
import { AddressLink } from "../parts/address-link.js";
import { Asked } from "../parts/asked.js";
import { CellLink, CellOwner, CellValue, KeyOfCell } from "../parts/cell-link.js";
import { Facts } from "../parts/facts.js";
import { Hash } from "../parts/hash.js";
import { Heading } from "../parts/heading.js";
import { Link } from "../parts/link.js";
import { More, STEP, Neighbours } from "../parts/pager.js";
import { absenceText, BlockStanding } from "../parts/standing.js";
import { Table } from "../parts/table.js";
import { Time } from "../parts/time.js";
import { TransactionList } from "../parts/transaction-list.js";
import { linkTo, type PageProps } from "../places.js";
import { NotFound } from "./not-found.js";

/** A main block by height or blockhash: what it contains, who sealed it, and what it changed. */
export function BlockPage({ place: { id } }: PageProps): JSX.Element {
  const live = useLive();
  const asked = useAnswer(`block ${id}`, async (node) => node.getBlock(readBlockTarget(id)), {
    isFinal: (block) => block !== null,
  });
  return (
    <Asked answered={asked} title={`Main block ${shortened(id)}`}>
      {(block) =>
        block === null ? <NotFound what={absenceText("main", id, live)} /> : <Block block={block} />
      }
    </Asked>
  );
}

function Block({ block }: { readonly block: MainBlock }): JSX.Element {
  const live = useLive();
  const { height, blockhash, transactions } = block;
  const paid = paidHeight(block, useCellNames());
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
                  isWhole
                />,
              ],
          paid === null
            ? null
            : [
                "Pays",
                <>
                  the miner and the receipts of{" "}
                  <Link to={linkTo("resourceBlock", paid)}>resource block {grouped(paid)}</Link>
                </>,
              ],
        ]}
      />
      <h2>{counted(transactions.length, "transaction")}</h2>
      <Transactions transactions={transactions} />
      <UpdatedCells kind="universal" updates={block.universal_updates} height={height} />
      <UpdatedCells kind="local" updates={block.local_updates} height={height} />
      <h2>Sealed by {counted(block.seal.size, "validator")}</h2>
      <Table
        label="Seal"
        columns={["Validator", "Time", "Hypothesis"]}
        rows={[...block.seal].map(([signer, { s_timestamp, hypothesis_hash }]) => [
          signer,
          <AddressLink address={signer} />,
          <Time us={s_timestamp} isDate />,
          <Hash hash={hypothesis_hash} />,
        ])}
        empty="The block has no seal."
      />
    </>
  );
}

function Transactions({ transactions }: Pick<MainBlock, "transactions">): JSX.Element {
  const [shown, setShown] = useState(STEP);
  const codes = useAnswer("codes", allCodes, { isFinal: true }).value ?? [];
  return (
    <>
      <TransactionList
        transactions={transactions
          .slice(0, shown)
          .map(({ hash, transaction }) => [hash, { transaction }] as const)}
        codes={codes}
        empty="The block has no transaction."
      />
      <More shown={shown} count={transactions.length} onMore={() => setShown(shown + STEP)} />
    </>
  );
}

interface UpdatedCellsProps {
  readonly kind: StateKind;
  readonly updates: MainBlock["universal_updates"];
  readonly height: number;
}

/** The cells of a state that a block changed, by the codes that own them. */
function UpdatedCells({ kind, updates, height }: UpdatedCellsProps): JSX.Element | null {
  const names = useCellNames();
  const [shown, setShown] = useState(STEP);
  if (updates.size === 0) return null;
  return (
    <>
      <h2>{counted(updates.size, `${kind} update`)}</h2>
      <Table
        label={`Cells of the ${kind} state that the block changed`}
        columns={["Owner", "Cell", "Key", "#Change", "Before", "After"]}
        rows={[...updates]
          .slice(0, shown)
          .map(([stateKey, update]) => [
            stateKey,
            <CellOwner stateKey={stateKey} names={names} />,
            <CellLink kind={kind} stateKey={stateKey} names={names} at={height} />,
            <KeyOfCell stateKey={stateKey} names={names} />,
            <CellValue stateKey={stateKey} names={names} value={growthOf(update.old, update.new)} />,
            <CellValue stateKey={stateKey} names={names} value={update.old} />,
            <CellValue stateKey={stateKey} names={names} value={update.new} />,
          ])}
        empty=""
      />
      <More shown={shown} count={updates.size} onMore={() => setShown(shown + STEP)} />
    </>
  );
}

/** The resource block whose miner and receipts the block pays; null when it pays none (PROTOCOL 8.8). */
function paidHeight({ local_updates }: MainBlock, names: CodeNames): number | null {
  for (const [stateKey, { new: height }] of local_updates) {
    const { attribute, space } = names.nameOf(stateKey);
    if (attribute === "fixed_height" && space === null && typeof height === "bigint") return Number(height);
  }
  return null;
}
