import { valueToJson } from "../../codec/readable-json.js";
import { escapeControls, shownText } from "../../codec/shown-text.js";
import type { Value } from "../../codec/value.js";
import type { DebugLabels } from "./debugged.js";
import type { TraceCall } from "../../vm/machine.js";

export interface TraceStyle {
  /** The maximum number of columns of a line. `Infinity` cuts no line. */
  readonly width: number;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly yellow: (text: string) => string;
  /** Where the source builds a call, as `token.ts:33:5`; undefined where that is not known. */
  readonly placeOf?: (call: TraceCall) => string | undefined;
  readonly labels?: DebugLabels;
}

const INDENT = "  ";
/** Marks the call that stopped the run and the calls that contain it. */
const FAILED = "✗";
const PASSED = "·";

/** Prints the calls of a run as a tree: one call a line, the calls in its arguments below it. */
export function traceText(calls: readonly TraceCall[], style: TraceStyle): string {
  let out = "";
  let part = "";
  for (const call of calls) {
    if (call.part !== part) {
      part = call.part;
      out += `${style.dim(part === "own" ? "its own executions" : "the post-process")}\n`;
    }
    out += callText(call, style, "");
  }
  return out;
}

/** The place follows a call that is on another line of the source than the call around it. */
function callText(call: TraceCall, style: TraceStyle, indent: string, outer = ""): string {
  const place = style.placeOf?.(call) ?? outer;
  const below = call.calls.map((inner) => callText(inner, style, indent + INDENT, place)).join("");
  const where = lineIn(place) === lineIn(outer) ? "" : `  ${place}`;
  const labels = (style.labels?.get(call.expression) ?? []).map((label) => `${escapeControls(label)}: `);
  const head = indent + labels.join("");
  const line = callLine(call, style, style.width - head.length - where.length);
  return `${head}${line}${style.dim(where)}\n${below}`;
}

/** `token.ts:33` of `token.ts:33:5`. */
function lineIn(place: string): string {
  return place.slice(0, place.lastIndexOf(":"));
}

/** A call on one line: its arguments, its value or failure, and its note. */
export function callLine(
  { operator, arguments: args, value, failure, note }: TraceCall,
  style: TraceStyle,
  width: number,
): string {
  const given = args === null ? "…" : args.map((argument) => valueToJson(argument)).join(", ");
  if (failure !== null) {
    const head = shownText(`${FAILED} $${operator}(${given})`, width);
    return style.red(args === null ? head : `${head}  ${shownText(failure.trim())}`);
  }
  const answer = isCallItself(operator, value) ? "" : ` = ${valueToJson(value)}`;
  const line = shownText(`${PASSED} $${operator}(${given})${answer}`, width);
  if (note !== null) return style.yellow(`${line}  ${note}`);
  return value === false ? style.yellow(line) : line;
}

/** Whether the value of a call is the call itself, as for writes and responses. */
function isCallItself(operator: string, value: Value): boolean {
  return value instanceof Map && value.size === 1 && value.has(`$${operator}`);
}
