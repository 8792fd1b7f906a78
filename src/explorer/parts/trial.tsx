import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { TracedOperator, TracedTrial } from "../../client/index.js";
import { sitesOf, type ReadableCode } from "../../client/code-at.js";
import { parseJson } from "../../codec/parse-json.js";
import { isMap } from "../../codec/value.js";
import { valueToJson } from "../../codec/readable-json.js";
import { valueToText } from "../../codec/text.js";
import { counted, grouped } from "../format/numbers.js";
import { sourceLine, type GivenSource, type SourceLine } from "../format/source-map.js";
import { failedPath, jsonPathsIn, writerPath, type TracePath } from "../format/trace.js";
import { linkTo } from "../places.js";
import { Amount } from "./value.js";
import { CellUses } from "./cell-uses.js";
import { Facts } from "./facts.js";
import { SourceInput, useGivenSource } from "./given-source.js";
import { OperatorTree } from "./operator-tree.js";
import { HostileText } from "./text.js";

interface TrialProps {
  readonly trial: TracedTrial;
  /** The code that was called; undefined for a contract of the system. */
  readonly code: ReadableCode | undefined;
  readonly isTried?: boolean;
}

/** What a call did or would do: its outcome, the cells before and after, and every operator. */
export function ShownTrial({ trial, code, isTried = false }: TrialProps): JSX.Element {
  const { ok, result, trace, reads, writes, weight, size, fee, balance, height } = trial;
  const [target, setTarget] = useState<{ readonly path: TracePath } | null>(null);
  const failed = useMemo(() => failedPath(trace), [trace]);
  const show = (path: TracePath): void => setTarget({ path });
  const cellLink = useMemo(() => linksOfCells(trial), [trial]);
  const [given, give] = useGivenSource(code === undefined ? "" : `${code.kind} ${code.id}`);
  const lineOf = useMemo(() => linesOf(trial, code, given), [trial, code, given]);
  // The operators of a failed call come first, because they show the reason.
  const facts = (
    <Facts
      isBrief
      facts={[
        ["On the state after block", grouped(height)],
        fee === null ? null : ["Fee", <Amount units={fee} />],
        size === null ? null : ["Size", counted(size, "byte")],
        ["Weight", grouped(weight)],
        balance && ["Balance of the sender before", <Amount units={valueToText(balance.old) || "0"} />],
        balance && ["Balance of the sender after", <Amount units={valueToText(balance.new) || "0"} />],
      ]}
    />
  );
  const uses = (
    <CellUses
      isTried={isTried}
      reads={reads}
      writes={writes}
      writerOf={(write) => writerPath(trace, write)}
      lineOf={lineOf}
      onShow={show}
    />
  );
  return (
    <>
      <div class={ok ? "outcome good" : "outcome bad"} role="status">
        {ok ? (
          <strong>{isTried ? "It would succeed." : "It succeeded."}</strong>
        ) : (
          <>
            <strong>
              {isTried ? "It would fail: " : "It failed: "}
              <HostileText text={valueToText(result).trim()} />
            </strong>
            {failed !== null && (
              <>
                {" "}
                <button type="button" onClick={() => show(failed)}>
                  Show where
                </button>
              </>
            )}
          </>
        )}
      </div>
      {ok && facts}
      {ok && result !== null && (
        <>
          <h3>Answer</h3>
          <pre class="box">
            <HostileText text={valueToJson(result, "  ")} short={4000} />
          </pre>
        </>
      )}
      {ok && uses}
      <h3>Every operator</h3>
      {trace.length === 0 ? (
        <p class="dim">It ran no operator: a contract of the system, or a call that was refused before.</p>
      ) : (
        <>
          <OperatorTree trace={trace} target={target} cellLink={cellLink} lineOf={lineOf} />
          {code !== undefined && <SourceInput given={given} onGive={give} />}
        </>
      )}
      {!ok && facts}
      {!ok && uses}
    </>
  );
}

/** The line of source of an operator; null when it is unknown. */
type LineOf = (path: TracePath) => SourceLine | null;

/** The lines of the operators of a trial by the source that was given for its code. */
function linesOf(
  { trace, version }: TracedTrial,
  code: ReadableCode | undefined,
  given: GivenSource | null,
): LineOf {
  // A source describes one version of a code only.
  if (code === undefined || given === null || code.method.version !== version) return () => null;
  const record = parseJson(code.text);
  const paths = isMap(record)
    ? jsonPathsIn(trace, sitesOf(code.method, record).values())
    : new Map<string, string>();
  return (path) => {
    const at = paths.get(path);
    return at === undefined ? null : sourceLine(given, at);
  };
}

const CELL_OPERATOR = /^(?:read|write)_(universal|local)$/;

/** The links of the cells that a trial used, by the operators that read or write them. */
function linksOfCells({ reads, writes }: TracedTrial): (call: TracedOperator) => string | null {
  const keys = new Map(
    [...reads, ...writes].map(({ kind, attribute, key, state_key }) => [
      JSON.stringify([kind, attribute, key]),
      `${kind}.${state_key}`,
    ]),
  );
  return ({ operator, arguments: given }) => {
    const kind = CELL_OPERATOR.exec(operator)?.[1];
    const [attribute, key] = given ?? [];
    if (kind === undefined || typeof attribute !== "string" || typeof key !== "string") return null;
    const cell = keys.get(JSON.stringify([kind, attribute, key]));
    return cell === undefined ? null : linkTo("cell", cell);
  };
}
