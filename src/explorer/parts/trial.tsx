import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { TracedOperator, TracedTrial } from "../../client/index.js";
import { valueToJson } from "../../codec/readable-json.js";
import { valueToText } from "../../codec/text.js";
import { counted, grouped } from "../format/numbers.js";
import { failedPath, writerPath, type TracePath } from "../format/trace.js";
import { linkTo } from "../places.js";
import { Amount } from "./amount.js";
import { CellUses } from "./cell-uses.js";
import { Facts } from "./facts.js";
import { OperatorTree } from "./operator-tree.js";
import { HostileText } from "./text.js";

interface TrialProps {
  readonly trial: TracedTrial;
  /** Whether it only might have happened. */
  readonly isTried?: boolean;
}

/** What a call did or would do: its outcome, the cells before and after, and every operator. */
export function ShownTrial({ trial, isTried = false }: TrialProps): JSX.Element {
  const { ok, result, trace, reads, writes, weight, size, fee, balance, height } = trial;
  const [target, setTarget] = useState<{ readonly path: TracePath } | null>(null);
  const failed = useMemo(() => failedPath(trace), [trace]);
  const show = (path: TracePath): void => setTarget({ path });
  const cellLink = useMemo(() => linksOfCells(trial), [trial]);
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
      <Facts
        facts={[
          ["On the state after block", grouped(height)],
          fee === null ? null : ["Fee", <Amount units={fee} />],
          size === null ? null : ["Size", counted(size, "byte")],
          ["Weight", grouped(weight)],
          balance && ["Balance of the sender before", <Amount units={valueToText(balance.old) || "0"} />],
          balance && ["Balance of the sender after", <Amount units={valueToText(balance.new) || "0"} />],
        ]}
      />
      {ok && result !== null && (
        <>
          <h3>Answer</h3>
          <pre class="box">
            <HostileText text={valueToJson(result, "  ")} short={4000} />
          </pre>
        </>
      )}
      <CellUses
        isTried={isTried}
        reads={reads}
        writes={writes}
        writerOf={(write) => writerPath(trace, write)}
        onShow={show}
      />
      <h3>Every operator</h3>
      {trace.length === 0 ? (
        <p class="dim">It ran no operator: a contract of the system, or a call that was refused before.</p>
      ) : (
        <OperatorTree trace={trace} target={target} cellLink={cellLink} />
      )}
    </>
  );
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
