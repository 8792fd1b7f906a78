import { isContainer, memberOf, type Value, type ValueList } from "../../codec/value.js";
import { ANY, argument, type Operator } from "../operator.js";
import type { Run, StateKind } from "../run.js";

/** Reads of parameters and state (PROTOCOL 7.32, 7.33). */
export const READS: readonly Operator[] = [
  { name: "load_param", arity: [1, ANY], call: loadParameter },
  { name: "read_universal", arity: [2, 3], call: read("universal") },
  { name: "read_local", arity: [2, 3], call: read("local") },
];

/** Writes of state, for contracts only (PROTOCOL 7.34). */
export const WRITES: readonly Operator[] = [
  { name: "write_universal", arity: [3, 3], call: write("universal") },
  { name: "write_local", arity: [3, 3], call: write("local") },
];

/**
 * `$load_param: [name, key, …]`. While the value is null, each key names a parameter; after that, each key names a
 * member of the value. The first member that is missing or null ends the lookup with the value so far. A key that is
 * not a string makes the result null.
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

/** `$read_*: [attribute, key, default]`. The default for an absent cell; null for an invalid key (PROTOCOL 2.6). */
function read(kind: StateKind): Operator["call"] {
  return (args, run) => run.readState(kind, argument(args, 0), argument(args, 1), argument(args, 2));
}

/**
 * `$write_*: [attribute, key, value]`. Dropped for an invalid key. Writing null clears the cell (PROTOCOL 2.6, 2.8).
 */
function write(kind: StateKind): Operator["call"] {
  return (args, run) => run.writeState(kind, args);
}
