import type { JSX } from "preact";
import type { TracedOperator, Value } from "../../client/index.js";
import { valueToJson } from "../../codec/readable-json.js";
import { isMap } from "../../codec/value.js";
import type { SourceLine } from "../format/source-map.js";
import { Link } from "./link.js";
import { HostileText } from "./text.js";

interface OperatorLineProps {
  readonly id: string;
  readonly call: TracedOperator;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  /** The link of the cell that the operator reads or writes. */
  readonly to: string | null;
  readonly line: SourceLine | null;
  readonly isTarget: boolean;
}

const SHORT = 120;

export function OperatorLine({
  id,
  call,
  isOpen,
  onToggle,
  to,
  line,
  isTarget,
}: OperatorLineProps): JSX.Element {
  const { operator, arguments: given, value, failed, failure, note, calls } = call;
  const kind = failed ? "failed" : value === false ? "false" : "";
  return (
    <div
      class={`call ${kind}`}
      id={id}
      tabIndex={-1}
      {...(isTarget ? { "aria-current": "true" as const } : {})}
    >
      {calls.length === 0 ? (
        <span class="leaf" aria-hidden="true">
          ·
        </span>
      ) : (
        <button
          type="button"
          class="fold"
          aria-expanded={isOpen}
          aria-label={`The ${calls.length} inside ${operator}`}
          onClick={onToggle}
        >
          {isOpen ? "▾" : "▸"}
        </button>
      )}
      <span>
        <code>
          ${operator}(
          {given === null ? (
            "…"
          ) : (
            <HostileText text={given.map((argument) => valueToJson(argument)).join(", ")} short={SHORT} />
          )}
          )
        </code>
        {!failed && !isCallItself(operator, value) && (
          <>
            {" = "}
            <code class="result">
              <HostileText text={valueToJson(value)} short={SHORT} />
            </code>
          </>
        )}
        {to !== null && (
          <>
            {" "}
            <Link to={to}>cell</Link>
          </>
        )}
        {line !== null && <ShownLine line={line} />}
        {note !== null && <span class="warn"> {note}</span>}
        {failed && (
          <strong class="bad">
            {" ✗ "}
            {given === null ? "not completed" : <HostileText text={failure?.trim() ?? "failed"} />}
          </strong>
        )}
      </span>
    </div>
  );
}

export function ShownLine({ line: { place, text } }: { readonly line: SourceLine }): JSX.Element {
  return (
    <span class="dim line">
      <HostileText text={place} short={80} />
      {text !== "" && <HostileText text={` ${text}`} short={160} />}
    </span>
  );
}

/** Whether the value of a call is the call itself, as for writes and responses. */
function isCallItself(operator: string, value: Value): boolean {
  return isMap(value) && value.size === 1 && value.has(`$${operator}`);
}
