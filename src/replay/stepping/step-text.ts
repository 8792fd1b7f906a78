import { basename } from "node:path";
import { valueToJson } from "../../codec/readable-json.js";
import { escapeControls, shownText } from "../../codec/shown-text.js";
import { valueToText } from "../../codec/text.js";
import { objectToValue, type Value } from "../../codec/value.js";
import type { Place } from "../../contract/source-map.js";
import { executionLines } from "../../contract/source/to-pseudo-code.js";
import type { TraceCall } from "../../vm/machine.js";
import type { DebugLabels } from "../trial/debugged.js";
import { callLine, type TraceStyle } from "../trial/trace-text.js";
import { resultText } from "../trial/trial-data.js";
import type { Trial } from "../trial/trial.js";
import type { Break } from "./breaks.js";
import { callsAround, cellOf, type RunStep, type RunSteps } from "./steps.js";

/** A run, and what is known of the source of its code. */
export interface SteppedRun {
  readonly trial: Trial;
  readonly steps: RunSteps;
  readonly placeOf: (call: TraceCall) => Place | undefined;
  readonly labels: DebugLabels;
  /** The lines of the files of those places, by path. */
  readonly files: ReadonlyMap<string, readonly string[]>;
}

export interface StepStyle extends TraceStyle {
  readonly height: number;
  readonly bold: (text: string) => string;
}

export function stepToData({ steps, placeOf, labels }: SteppedRun, at: number): Value {
  const step = steps.list[at];
  if (step === undefined) return null;
  const { call, phase, depth } = step;
  const isDone = phase === "leave";
  const place = placeOf(call);
  return objectToValue({
    step: BigInt(at),
    phase,
    depth: BigInt(depth),
    operator: call.operator,
    part: call.part,
    place:
      place === undefined
        ? null
        : objectToValue({ file: place.file, line: BigInt(place.line), column: BigInt(place.column) }),
    labels: [...(labels.get(call.expression) ?? [])],
    arguments: isDone ? call.arguments : null,
    value: isDone ? call.value : null,
    failure: isDone ? call.failure : null,
    note: isDone ? call.note : null,
  });
}

/** A step as a page: the code around it, the call, the parameters and cells up to it. */
export function stepText(run: SteppedRun, at: number, breaks: readonly Break[], style: StepStyle): string {
  const { steps, trial, labels } = run;
  const step = steps.list[at];
  if (step === undefined) return "The run has no step: its code calls no operator.\n";
  const { call } = step;
  const { width, dim } = style;
  const names = (labels.get(call.expression) ?? []).map((label) => `${escapeControls(label)}: `).join("");
  const around = callsAround(steps, at).map(({ operator }) => `$${operator} › `);
  const known = [
    ...section("parameters", parameterLines(steps), style),
    ...section("cells", cellLines(steps, at), style),
  ];
  const head = `${trial.method.name} ${trial.method.version}, on the state after block ${trial.height}${call.part === "own" ? "" : ", the post-process"}: step ${at + 1} of ${steps.list.length}${steps.isCut ? ", and more that are left out" : ""}`;
  const tail = [
    ...(breaks.length === 0
      ? []
      : [dim(shownText(`breaks  ${breaks.map(({ text }) => text).join(", ")}`, width))]),
    ...(at === steps.list.length - 1 ? [shownText(`result  ${resultText(trial)}`, width)] : []),
  ];
  const left = style.height - known.length - tail.length - CHROME;
  return [
    dim(shownText(head, width)),
    "",
    ...codeLines(run, step, { ...style, height: Math.max(left, LEAST_LINES) }),
    "",
    dim(shownText(around.join(""), width)),
    step.phase === "enter"
      ? `▸ ${names}$${call.operator}(…)`
      : names + callLine(call, style, width - names.length),
    ...known,
    ...tail,
  ]
    .map((line) => `${line}\n`)
    .join("");
}

/** The lines of a page beside the code and the sections. */
const CHROME = 7;
const LEAST_LINES = 3;
const MOST_KNOWN = 6;

/** The last lines of a list under its title, as many as the page has room for. */
function section(
  title: string,
  lines: readonly string[],
  { width, height, dim }: StepStyle,
): readonly string[] {
  if (lines.length === 0) return [];
  const most = Math.max(1, Math.min(MOST_KNOWN, Math.floor((height - CHROME) / 2) - LEAST_LINES));
  return [
    dim(lines.length > most ? `${title}, the last ${most} of ${lines.length}` : title),
    ...lines.slice(-most).map((line) => `  ${shownText(line, width - 2)}`),
  ];
}

function parameterLines({ list }: RunSteps): readonly string[] {
  const read = list.flatMap(({ call: { operator, arguments: args, value }, phase }) =>
    operator === "load_param" && phase === "leave" && args !== null
      ? [`${args.map(valueToText).join(".")} = ${valueToJson(value)}`]
      : [],
  );
  return [...new Set(read)];
}

/** What is read and written up to a step, the last use of a cell last. */
function cellLines({ list }: RunSteps, at: number): readonly string[] {
  const lines = new Set<string>();
  for (const { call, phase } of list.slice(0, at + 1)) {
    const cell = phase === "leave" ? cellOf(call) : null;
    if (cell === null) continue;
    const { verb, kind, attribute, key, value } = cell;
    const line = `${kind} ${valueToText(attribute)} ${valueToText(key)} ${verb === "read" ? "=" : ":="} ${valueToJson(value)}`;
    lines.delete(line);
    lines.add(line);
  }
  return [...lines];
}

/** The lines of the source around a step, or of the pseudo-code. */
function codeLines(run: SteppedRun, step: RunStep, style: StepStyle): readonly string[] {
  const place = run.placeOf(step.call);
  const lines = place && run.files.get(place.file);
  return place === undefined || lines === undefined
    ? pseudoLines(run, step, style)
    : sourceLines(place, lines, style);
}

function sourceLines(
  { file, line, column }: Place,
  lines: readonly string[],
  { width, height, dim, bold }: StepStyle,
): readonly string[] {
  // Beside the name of the file and the mark below the line.
  const rows = Math.max(1, height - 2);
  const first = Math.max(1, Math.min(line - Math.floor(rows / 2), lines.length - rows + 1));
  const numbers = String(Math.min(first + rows, lines.length)).length;
  const shown = lines.slice(first - 1, first - 1 + rows);
  return [
    dim(shownText(`${basename(file)}:${line}:${column}`, width)),
    ...shown.flatMap((text, index) => {
      const number = first + index;
      const head = `${number === line ? "▶" : " "} ${String(number).padStart(numbers)} `;
      const whole = shownText(head + text.replaceAll("\t", " "), width);
      return number === line
        ? [bold(whole), `${" ".repeat(Math.min(head.length + column, width) - 1)}^`]
        : [dim(whole)];
    }),
  ];
}

/** The executions, with the current call in `«…»`. A long one is cut around it. */
function pseudoLines(
  { trial: { method, calls } }: SteppedRun,
  { call }: RunStep,
  { width, height, dim, bold }: StepStyle,
): readonly string[] {
  const executions =
    call.part === "own"
      ? method.executions
      : calls.filter(({ part }) => part === call.part).map(({ expression }) => expression);
  const plain = executionLines({ executions });
  const marked = executionLines({ executions }, (value, text) =>
    value === call.expression ? `«${text}»` : text,
  );
  const current = Math.max(
    marked.findIndex((line, index) => line !== plain[index]),
    0,
  );
  const first = Math.max(0, Math.min(current - Math.floor(height / 2), marked.length - height));
  return marked.slice(first, first + height).map((line, index) => {
    if (first + index !== current) return dim(`  ${shownText(line, width - 2)}`);
    const at = line.indexOf("«");
    const from = Math.max(0, Math.min(at - Math.floor(width / 4), line.length - width + 4));
    return bold(`▶ ${from > 0 ? "…" : ""}${shownText(line.slice(from), width - 3)}`);
  });
}
