import { BOOLEAN, ANY, either, listOf, objectOf, TEXT } from "../../../src/records/operations/json-schema.js";
import { objectToValue, type Value } from "../../../src/codec/value.js";
import type { TraceCall } from "../../../src/vm/machine.js";

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
      note: call.note,
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
    note: either(TEXT, { type: "null" }),
    calls: listOf(ANY),
  }),
);
