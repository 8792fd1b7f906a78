import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { TracedTrial, Value } from "../../client/index.js";
import { counted } from "../format/numbers.js";
import type { TracePath } from "../format/trace.js";
import { linkTo } from "../places.js";
import { Link } from "./link.js";
import { More } from "./more.js";
import { Table } from "./table.js";
import { HostileText } from "./text.js";
import { ShownValue } from "./value.js";

type TracedRead = TracedTrial["reads"][number];
type TracedWrite = TracedTrial["writes"][number];

interface CellUsesProps {
  /** Whether the call was only tried; a page may show it beside a committed one. */
  readonly isTried: boolean;
  readonly reads: readonly TracedRead[];
  readonly writes: readonly TracedWrite[];
  readonly writerOf: (write: TracedWrite) => TracePath | null;
  /** Shows an operator of the trace. */
  readonly onShow: (path: TracePath) => void;
}

const STEP = 50;

/** The cells that a call read and wrote. */
export function CellUses({ isTried, reads, writes, writerOf, onShow }: CellUsesProps): JSX.Element {
  const [shownReads, setShownReads] = useState(STEP);
  const [shownWrites, setShownWrites] = useState(STEP);
  return (
    <>
      <h3>{counted(writes.length, "written cell")}</h3>
      <Table
        label={isTried ? "Cells that it would write" : "Written cells"}
        columns={["Cell", "Before", "After", "Written by"]}
        rows={writes.slice(0, shownWrites).map((write) => {
          const writer = writerOf(write);
          return [
            `${write.kind}.${write.state_key}`,
            <UsedCell cell={write} />,
            <LoadedValue isLoaded={write.loaded} value={write.old} />,
            <ShownValue value={write.new} />,
            writer === null ? (
              <span class="dim">the system</span>
            ) : (
              <button type="button" onClick={() => onShow(writer)}>
                show the operator
              </button>
            ),
          ];
        })}
        empty="It wrote no cell."
      />
      <More shown={shownWrites} count={writes.length} onMore={() => setShownWrites(shownWrites + STEP)} />
      <h3>{counted(reads.length, "read cell")}</h3>
      <Table
        label={isTried ? "Cells that it would read" : "Read cells"}
        columns={["Cell", "Value"]}
        rows={reads
          .slice(0, shownReads)
          .map((read) => [
            `${read.kind}.${read.state_key}`,
            <UsedCell cell={read} />,
            <LoadedValue isLoaded={read.loaded} value={read.value} />,
          ])}
        empty="It read no cell."
      />
      <More shown={shownReads} count={reads.length} onMore={() => setShownReads(shownReads + STEP)} />
    </>
  );
}

function UsedCell({
  cell: { kind, attribute, key, state_key },
}: {
  readonly cell: Omit<TracedRead, "value">;
}): JSX.Element {
  return (
    <Link to={linkTo("cell", `${kind}.${state_key}`)}>
      <HostileText text={`${kind} ${attribute}[${key}]`} short={90} />
    </Link>
  );
}

/** A cell that no read pass collected reads as none, whatever it holds (PROTOCOL 7.5). */
function LoadedValue({
  isLoaded,
  value,
}: {
  readonly isLoaded: boolean;
  readonly value: Value;
}): JSX.Element {
  return isLoaded ? <ShownValue value={value} /> : <span class="warn">not loaded</span>;
}
