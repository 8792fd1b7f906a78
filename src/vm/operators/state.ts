import { isContainer, memberOf, type Value, type ValueList } from "../../codec/value.js";
import { ANY, argument, type Operator } from "../operator.js";
import type { Run, StateKind } from "../run.js";

/** What a code reads: its parameters and its state (PROTOCOL 7). */
export const READS: readonly Operator[] = [
  { name: "load_param", arity: [1, ANY], call: loadParameter },
  { name: "read_universal", arity: [2, 3], call: read("universal") },
  { name: "read_local", arity: [2, 3], call: read("local") },
];

/** What a contract writes. Requests do not know these. */
export const WRITES: readonly Operator[] = [
  { name: "write_universal", arity: [3, 3], call: write("universal") },
  { name: "write_local", arity: [3, 3], call: write("local") },
];

/**
 * `$load_param: [name, key, …]`. While there is no value, a key names a parameter; then it names a member to go into. The
 * first that is missing or null ends the way with the value so far. A key that is no string makes the result null.
 */
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

/** `$read_*: [attribute, key, default]`. The default for an absent cell; null for a key that is none. */
function read(kind: StateKind): Operator["call"] {
  return (args, run) => run.readState(kind, argument(args, 0), argument(args, 1), argument(args, 2));
}

/** `$write_*: [attribute, key, value]`. Dropped for a key that is none; writing null clears the cell. */
function write(kind: StateKind): Operator["call"] {
  return (args, run) => run.writeState(kind, args);
}
