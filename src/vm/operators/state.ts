import type { StateKind } from "../../codec/state-key.js";
import { isContainer, memberOf, type Value, type ValueList } from "../../codec/value.js";
import type { STATE_SPECS } from "../../records/operators/state.js";
import { argument, type OperatorCall, type OperatorCalls } from "../operator.js";
import type { Run } from "../run.js";

/** Parameters and state (PROTOCOL 7.32, 7.33, 7.34). */
export const STATE_CALLS: OperatorCalls<typeof STATE_SPECS> = {
  load_param: loadParameter,
  read_universal: read("universal"),
  read_local: read("local"),
  write_universal: write("universal"),
  write_local: write("local"),
};

function loadParameter(args: ValueList, run: Run): Value {
  let value: Value = null;
  for (const key of args) {
    if (typeof key !== "string") return null;
    if (value === null) {
      value = run.parameter(key);
      continue;
    }
    const member: Value = (isContainer(value) ? memberOf(value, key) : undefined) ?? null;
    if (member === null) return value;
    value = member;
  }
  return value;
}

function read(kind: StateKind): OperatorCall {
  return (args, run) => run.readState(kind, argument(args, 0), argument(args, 1), argument(args, 2));
}

function write(kind: StateKind): OperatorCall {
  return (args, run) => run.writeState(kind, args);
}
