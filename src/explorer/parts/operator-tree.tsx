import type { JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import type { TracedOperator } from "../../client/index.js";
import type { SourceLine } from "../format/source-map.js";
import { openAtFirst, pathsAbove, type TracePath } from "../format/trace.js";
import { More, STEP } from "./pager.js";
import { OperatorLine } from "./operator-line.js";

interface TraceTreeProps {
  readonly trace: readonly TracedOperator[];
  /** The operator to show and to move to; a new object moves there again. */
  readonly target: { readonly path: TracePath } | null;
  /** The link of a cell that an operator reads or writes. */
  readonly cellLink: (call: TracedOperator) => string | null;
  readonly lineOf: (path: TracePath) => SourceLine | null;
}

/** The operators of a call: each with its values, and below it those in its arguments. */
export function OperatorTree({ trace, target, cellLink, lineOf }: TraceTreeProps): JSX.Element {
  const [open, setOpen] = useState(() => openAtFirst(trace));
  const treeId = useId();
  useEffect(() => {
    if (target === null) return;
    setOpen((open) => new Set([...open, ...pathsAbove(target.path)]));
    // The line exists only after the next render.
    requestAnimationFrame(() =>
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>(`#${lineId(treeId, target.path)}`)?.focus(),
      ),
    );
  }, [target, treeId]);
  const toggle = (path: TracePath): void =>
    setOpen((open) => {
      const next = new Set(open);
      if (!next.delete(path)) next.add(path);
      return next;
    });
  const must = target === null ? -1 : Number(target.path.split(".")[0]);
  return (
    <Calls
      treeId={treeId}
      calls={trace}
      above=""
      open={open}
      toggle={toggle}
      cellLink={cellLink}
      lineOf={lineOf}
      must={must}
      target={target?.path ?? ""}
    />
  );
}

interface CallsProps {
  /** Tells several trees on one page apart. */
  readonly treeId: string;
  readonly calls: readonly TracedOperator[];
  readonly above: TracePath;
  readonly open: ReadonlySet<TracePath>;
  readonly toggle: (path: TracePath) => void;
  readonly cellLink: TraceTreeProps["cellLink"];
  readonly lineOf: TraceTreeProps["lineOf"];
  /** The index of a call that must be among the shown ones; -1 for none. */
  readonly must: number;
  readonly target: TracePath;
}

function Calls({
  treeId,
  calls,
  above,
  open,
  toggle,
  cellLink,
  lineOf,
  must,
  target,
}: CallsProps): JSX.Element {
  const [wanted, setWanted] = useState(STEP);
  const shown = Math.max(wanted, must + 1);
  return (
    <ul class="trace">
      {calls.slice(0, shown).map((call, index) => {
        const path = above === "" ? String(index) : `${above}.${index}`;
        const isOpen = open.has(path);
        return (
          <li key={path}>
            {startsPart(calls, index) && (
              <p class="dim part">
                {call.part === "own" ? "The code itself" : "The post-process, which takes the fee"}
              </p>
            )}
            <OperatorLine
              id={lineId(treeId, path)}
              call={call}
              isOpen={isOpen}
              onToggle={() => toggle(path)}
              to={cellLink(call)}
              line={lineOf(path)}
              isTarget={path === target}
            />
            {isOpen && (
              <Calls
                treeId={treeId}
                calls={call.calls}
                above={path}
                open={open}
                toggle={toggle}
                cellLink={cellLink}
                lineOf={lineOf}
                must={
                  target.startsWith(`${path}.`) ? Number(target.slice(path.length + 1).split(".")[0]) : -1
                }
                target={target}
              />
            )}
          </li>
        );
      })}
      <More shown={shown} count={calls.length} onMore={() => setWanted(shown + STEP)} />
    </ul>
  );
}

/** Whether a call begins another part of the trace. A trace without a post-process has one part, without a title. */
function startsPart(calls: readonly TracedOperator[], index: number): boolean {
  const hasParts = calls.some(({ part }) => part !== calls[0]?.part);
  return hasParts && calls[index]?.part !== calls[index - 1]?.part;
}

function lineId(treeId: string, path: TracePath): string {
  return `call-${treeId}-${path.replaceAll(".", "-")}`;
}
