import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { TracedTrial, Value } from "../../client/index.js";
import { useCellNames, type CodeNames } from "../data/cells.js";
import { growthOf } from "../format/growth.js";
import { counted } from "../format/numbers.js";
import type { SourceLine } from "../format/source-map.js";
import type { TracePath } from "../format/trace.js";
import { linkTo } from "../places.js";
import { Link } from "./link.js";
import { More, STEP } from "./pager.js";
import { KeyOfCell, CellValue } from "./cell-link.js";
import { ShownLine } from "./operator-line.js";
import { Table } from "./table.js";
import { HostileText } from "./text.js";

type TracedRead = TracedTrial["reads"][number];
type TracedWrite = TracedTrial["writes"][number];

interface CellUsesProps {
  /** Whether the call was only tried; a page may show it beside a committed one. */
  readonly isTried: boolean;
  readonly reads: readonly TracedRead[];
  readonly writes: readonly TracedWrite[];
  readonly writerOf: (write: TracedWrite) => TracePath | null;
  readonly lineOf: (path: TracePath) => SourceLine | null;
  readonly onShow: (path: TracePath) => void;
}

export function CellUses({ isTried, reads, writes, writerOf, lineOf, onShow }: CellUsesProps): JSX.Element {
  const names = useCellNames();
  const [shownReads, setShownReads] = useState(STEP);
  const [shownWrites, setShownWrites] = useState(STEP);
  return (
    <>
      {writes.length + reads.length === 0 && <p class="dim">It read and wrote no cell.</p>}
      {writes.length > 0 && <h3>{counted(writes.length, "written cell")}</h3>}
      <Table
        label={isTried ? "Cells that it would write" : "Written cells"}
        columns={["Cell", "Before", "After", "#Change", "Written by"]}
        rows={writes.slice(0, shownWrites).map((write) => {
          const writer = writerOf(write);
          const line = writer === null ? null : lineOf(writer);
          return [
            `${write.kind}.${write.state_key}`,
            <UsedCell cell={write} names={names} />,
            <LoadedValue cell={write} names={names} value={write.old} />,
            <CellValue stateKey={write.state_key} names={names} value={write.new} />,
            <CellValue
              stateKey={write.state_key}
              names={names}
              value={write.loaded ? growthOf(write.old, write.new) : ""}
            />,
            writer === null ? (
              <span class="dim">the system</span>
            ) : (
              <>
                <button type="button" class="link" onClick={() => onShow(writer)}>
                  show the operator
                </button>
                {line !== null && <ShownLine line={line} />}
              </>
            ),
          ];
        })}
        empty=""
      />
      <More shown={shownWrites} count={writes.length} onMore={() => setShownWrites(shownWrites + STEP)} />
      {reads.length > 0 && <h3>{counted(reads.length, "read cell")}</h3>}
      <Table
        label={isTried ? "Cells that it would read" : "Read cells"}
        columns={["Cell", "Value"]}
        rows={reads
          .slice(0, shownReads)
          .map((read) => [
            `${read.kind}.${read.state_key}`,
            <UsedCell cell={read} names={names} />,
            <LoadedValue cell={read} names={names} value={read.value} />,
          ])}
        empty=""
      />
      <More shown={shownReads} count={reads.length} onMore={() => setShownReads(shownReads + STEP)} />
    </>
  );
}

/** A cell as the call named it: its attribute and its key. */
function UsedCell({
  cell: { kind, attribute, state_key },
  names,
}: {
  readonly names: CodeNames;
  readonly cell: Omit<TracedRead, "value">;
}): JSX.Element {
  return (
    <>
      <Link to={linkTo("cell", `${kind}.${state_key}`)} title={`${kind} state`}>
        <HostileText text={attribute === "" ? "(no name)" : attribute} short={60} />
      </Link>{" "}
      <KeyOfCell stateKey={state_key} names={names} />
    </>
  );
}

/** A cell that no read pass collected reads as absent, whatever it holds (PROTOCOL 7.5). */
function LoadedValue({
  cell: { loaded, state_key },
  names,
  value,
}: {
  readonly cell: Pick<TracedRead, "loaded" | "state_key">;
  readonly names: CodeNames;
  readonly value: Value;
}): JSX.Element {
  if (!loaded) return <span class="warn">not loaded</span>;
  return <CellValue stateKey={state_key} names={names} value={value} />;
}
