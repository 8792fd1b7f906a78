import { valueToText } from "../../codec/text.js";
import type { Place } from "../../contract/source-map.js";
import { OPERATORS } from "../../records/operators/table.js";
import type { TraceCall } from "../../vm/machine.js";
import * as errors from "../errors.js";
import { cellOf, type RunStep } from "./steps.js";

/** Where to stop, as its author wrote it. */
export interface Break {
  readonly text: string;
  /** `before` is the step before. */
  readonly isAt: (step: RunStep, before: RunStep | undefined) => boolean;
}

type PlaceOf = (call: TraceCall) => Place | undefined;

const LINE = /^(?:(.*):)?(\d+)$/;
const WRITE = /^write(?: (\S+)(?: ([0-9a-f]+))?)?$/;

/**
 * Reads `$gte`, the name of an operator; `33` or `token.ts:33`, a line of the source; `write`, `write ATTRIBUTE` or
 * `write ATTRIBUTE KEY`, a write of a cell, whose key may be its first characters; `failure`, what stops the run. Throws
 * `STEP_BREAK`.
 */
export function readBreak(text: string, placeOf: PlaceOf): Break {
  const words = text.trim().replaceAll(/\s+/g, " ");
  const operator = words.replace(/^\$/, "");
  const [line, write] = [LINE.exec(words), WRITE.exec(words)];
  if (words === "failure")
    return { text: words, isAt: ({ call, phase }) => phase === "leave" && isStopping(call) };
  if (OPERATORS.has(operator))
    return {
      text: `$${operator}`,
      isAt: ({ call, phase }) => phase === "leave" && call.operator === operator,
    };
  if (line !== null) {
    const [, file = "", number] = line;
    const isOn = (step: RunStep | undefined): boolean => {
      const place = step && placeOf(step.call);
      return place !== undefined && place.line === Number(number) && place.file.endsWith(file);
    };
    return { text: words, isAt: (step, before) => isOn(step) && !isOn(before) };
  }
  if (write === null) throw errors.stepBreak({ text });
  const [, attribute, key = ""] = write;
  return {
    text: words,
    isAt({ call, phase }) {
      const cell = phase === "leave" ? cellOf(call) : null;
      if (cell?.verb !== "write") return false;
      const isAttribute = attribute === undefined || valueToText(cell.attribute) === attribute;
      return isAttribute && valueToText(cell.key).startsWith(key);
    },
  };
}

/** Whether a call stops the run, and not a call in its arguments. */
function isStopping({ failure, calls }: TraceCall): boolean {
  return failure !== null && calls.every((inner) => inner.failure === null);
}

export function isStopAt(list: readonly RunStep[], at: number, breaks: readonly Break[]): boolean {
  const step = list[at];
  return step !== undefined && breaks.some(({ isAt }) => isAt(step, list[at - 1]));
}
