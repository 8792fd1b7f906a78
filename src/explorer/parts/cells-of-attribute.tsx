import type { JSX } from "preact";
import type { StateKind } from "../../codec/state-key.js";
import { useCellNames } from "../data/cell-names.js";
import { useLive } from "../data/live.js";
import { node } from "../data/node.js";
import { usePaged } from "../data/paged.js";
import { grouped } from "../format/numbers.js";
import { linkTo } from "../places.js";
import { Link } from "./link.js";
import { KeyOfCell, CellValue } from "./cell-link.js";
import { PagedList } from "./paged-list.js";
import { Table } from "./table.js";

interface CellsOfAttributeProps {
  readonly kind: StateKind;
  readonly attribute: string;
  /** The beginning of the state keys of the attribute. */
  readonly prefix: string;
  readonly at: number | null;
}

/** The cells of an attribute by key, as of a block. */
export function CellsOfAttribute({ kind, attribute, prefix, at }: CellsOfAttributeProps): JSX.Element {
  const { main } = useLive();
  const names = useCellNames();
  const version = at === null ? (main?.height ?? 0) : 0;
  const paged = usePaged(`cells ${kind} ${prefix} ${at}`, version, async (after?: string) => {
    const { cells, next } = await node.listCells(kind, prefix, { after, height: at ?? undefined });
    return { items: cells, next };
  });
  return (
    <PagedList paged={paged} more="Show more cells">
      {(cells) => (
        <Table
          label={`Cells of ${attribute}`}
          columns={["Key", "Value", "#Written by main block", "Past"]}
          rows={cells.map(({ key, value, height }) => [
            key,
            <KeyOfCell stateKey={key} names={names} />,
            <CellValue stateKey={key} names={names} value={value} />,
            <Link to={linkTo("block", height)}>{grouped(height)}</Link>,
            <Link to={linkTo("cell", `${kind}.${key}`, { at })}>history</Link>,
          ])}
          empty="No cell of it holds anything."
        />
      )}
    </PagedList>
  );
}
