import { valueToJson } from "../../src/cli/output/json.js";
import type { View } from "../../src/cli/output/view.js";
import { BOOLEAN, ANY, either, listOf, objectOf, TEXT } from "../../src/records/operations/json-schema.js";
import { objectToValue, type Value } from "../../src/codec/value.js";
import type { TraceCall } from "../../src/vm/machine.js";

const INDENT = "  ";
/** The mark of the call that stopped the run, and of those that contain it; of every other one. */
const FAILED = "✗";
const PASSED = "·";

/** The calls of a run as a tree for people: a call a line, the calls in its arguments below it. */
export function traceText(view: View, calls: readonly TraceCall[]): string {
  let out = "";
  let part = "";
  for (const call of calls) {
    if (call.part !== part) {
      part = call.part;
      out += `${view.style.dim(part === "own" ? "its own executions" : "the post-process")}\n`;
    }
    out += callText(view, call, "");
  }
  return out;
}

function callText(view: View, call: TraceCall, indent: string): string {
  const below = call.calls.map((inner) => callText(view, inner, indent + INDENT)).join("");
  return `${indent}${lineOf(view, call, indent.length)}\n${below}`;
}

function lineOf(
  view: View,
  { operator, arguments: args, value, failure }: TraceCall,
  indent: number,
): string {
  const { style } = view;
  const given = args === null ? "…" : args.map((argument) => valueToJson(argument)).join(", ");
  if (failure !== null) {
    const head = cut(view, `${FAILED} $${operator}(${given})`, indent);
    return style.red(args === null ? head : `${head}  ${failure.trim()}`);
  }
  const result = valueToJson(value);
  const line = cut(view, `${PASSED} $${operator}(${given}) = ${result}`, indent);
  return value === false ? style.yellow(line) : line;
}

/** On a terminal a call stays on its line; a pipe gets all of it. */
function cut(view: View, line: string, indent: number): string {
  const width = view.width - indent;
  return view.isTerminal && line.length > width ? `${line.slice(0, width - 1)}…` : line;
}

/** The events of the trace: each call with the calls in its arguments. */
export function traceToData(calls: readonly TraceCall[]): Value {
  return calls.map((call) =>
    objectToValue({
      operator: call.operator,
      part: call.part,
      pass: call.pass,
      arguments: call.arguments,
      value: call.value,
      failed: call.failure !== null,
      failure: call.failure,
      calls: traceToData(call.calls),
    }),
  );
}

export const TRACE = listOf(
  objectOf({
    operator: TEXT,
    part: TEXT,
    pass: TEXT,
    arguments: either(listOf(ANY), { type: "null" }),
    value: ANY,
    failed: BOOLEAN,
    failure: either(TEXT, { type: "null" }),
    calls: listOf(ANY),
  }),
);
