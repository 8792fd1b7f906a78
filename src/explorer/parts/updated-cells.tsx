import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { MainBlock } from "../../client/index.js";
import type { StateKind } from "../../codec/state-key.js";
import { useCellNames } from "../data/cell-names.js";
import { counted } from "../format/numbers.js";
import { More, STEP } from "./more.js";
import { KeyOfCell, CellOwner, CellValue, CellLink } from "./cell-link.js";
import { Table } from "./table.js";

interface UpdatedCellsProps {
  readonly kind: StateKind;
  readonly updates: MainBlock["universal_updates"];
  readonly height: number;
}

/** The cells of a state that a block changed, by the codes that own them. */
export function UpdatedCells({ kind, updates, height }: UpdatedCellsProps): JSX.Element | null {
  const names = useCellNames();
  const [shown, setShown] = useState(STEP);
  if (updates.size === 0) return null;
  return (
    <>
      <h2>{counted(updates.size, `${kind} update`)}</h2>
      <Table
        label={`Cells of the ${kind} state that the block changed`}
        columns={["Owner", "Cell", "Key", "Before", "After"]}
        rows={[...updates]
          .slice(0, shown)
          .map(([stateKey, update]) => [
            stateKey,
            <CellOwner stateKey={stateKey} names={names} />,
            <CellLink kind={kind} stateKey={stateKey} names={names} at={height} />,
            <KeyOfCell stateKey={stateKey} names={names} />,
            <CellValue stateKey={stateKey} names={names} value={update.old} />,
            <CellValue stateKey={stateKey} names={names} value={update.new} />,
          ])}
        empty=""
      />
      <More shown={shown} count={updates.size} onMore={() => setShown(shown + STEP)} />
    </>
  );
}
