import type { JSX } from "preact";
import type { StateKind } from "../../codec/state-key.js";
import { useAnswer } from "../data/answer.js";
import { askCell, useCellNames } from "../data/cells.js";
import { usePaged } from "../data/paged.js";
import { grouped } from "../format/numbers.js";
import { Asked } from "../parts/asked.js";
import { Facts } from "../parts/facts.js";
import { Hash } from "../parts/hash.js";
import { Heading } from "../parts/heading.js";
import { Link } from "../parts/link.js";
import { KeyOfCell, CellOwner, CellValue } from "../parts/cell-link.js";
import { PagedList } from "../parts/paged-list.js";
import { Table } from "../parts/table.js";
import { HostileText } from "../parts/text.js";
import { linkTo, type PageProps } from "../places.js";
import { NotFound } from "./not-found.js";

const ID = /^(universal|local)\.((?:[0-9a-f]{2}){33,64})$/;

/** A cell by `universal.KEY` or `local.KEY`: its value as of `?at=`, and what it held before. */
export function CellPage({ place: { id, at } }: PageProps): JSX.Element {
  const [, kind, key] = ID.exec(id) ?? [];
  if (key === undefined) return <NotFound what={`${id} does not name a cell.`} />;
  return <CellOf kind={kind === "local" ? "local" : "universal"} stateKey={key} at={at} />;
}

interface CellOfProps {
  readonly kind: StateKind;
  readonly stateKey: string;
  readonly at: number | null;
}

function CellOf({ kind, stateKey, at }: CellOfProps): JSX.Element {
  const names = useCellNames();
  const held = useAnswer(`cell ${kind} ${stateKey} ${at}`, (node) => askCell(node, kind, stateKey, at), {
    isFinal: at !== null,
  });
  const { attribute } = names.nameOf(stateKey);
  return (
    <>
      <Heading title={attribute === null ? `Cell of the ${kind} state` : `Cell ${attribute}`}>
        Cell {attribute === null ? `of the ${kind} state` : <HostileText text={attribute} short={60} />}
      </Heading>
      <Asked answered={held}>
        {(value) => (
          <Facts
            facts={[
              [
                at === null ? "Value" : `Value after block ${grouped(at)}`,
                <CellValue stateKey={stateKey} names={names} value={value} />,
              ],
              ["Key", <KeyOfCell stateKey={stateKey} names={names} />],
              ["Owner", <CellOwner stateKey={stateKey} names={names} />],
              ["State", kind],
              ["State key", <Hash hash={stateKey} isWhole />],
            ]}
          />
        )}
      </Asked>
      <Past kind={kind} stateKey={stateKey} />
    </>
  );
}

function Past({ kind, stateKey }: Omit<CellOfProps, "at">): JSX.Element {
  const names = useCellNames();
  const paged = usePaged(`history ${kind} ${stateKey}`, async (node, before?: number) => {
    const { values, next } = await node.history(kind, stateKey, before);
    return { items: values, next };
  });
  return (
    <>
      <h2>What it held</h2>
      <PagedList paged={paged} more="Show earlier values">
        {(values) => (
          <Table
            label="Values"
            columns={["#Written by main block", "Value"]}
            rows={values.map(({ height, value }) => [
              String(height),
              <Link to={linkTo("block", height)}>{grouped(height)}</Link>,
              <CellValue stateKey={stateKey} names={names} value={value} />,
            ])}
            empty="No block has written it."
          />
        )}
      </PagedList>
    </>
  );
}
