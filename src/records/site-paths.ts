import { entriesOf, isContainer, isList, isMap, type Value, type ValueMap } from "../codec/value.js";
import type { Method } from "./code.js";
import { memberPath } from "./json-path.js";
import { OPERATORS } from "./operators/table.js";

export interface CodeSite {
  /** As in findings and source maps: `$.e[0].$condition[0].$gte`. */
  readonly path: string;
  readonly operator: string;
}

/**
 * The call sites of a method's executions, keyed by expression object: the machine passes that object with every call. The
 * record says how many executions of the classic format are conditions.
 */
export function sitesOf(method: Method, record: ValueMap): ReadonlyMap<ValueMap, CodeSite> {
  const sites = new Map<ValueMap, CodeSite>();
  for (const [index, execution] of method.executions.entries()) {
    const at = pathOf(method, record, index);
    if (at.isWrapped && isMap(execution)) addWrapped(execution, at.path, sites);
    else addSites(execution, at.path, sites);
  }
  return sites;
}

interface ExecutionPath {
  readonly path: string;
  /** Whether the record holds the arguments alone: those of a condition or a response. */
  readonly isWrapped: boolean;
}

/** Where the record of a code holds an execution (PROTOCOL 6.3). */
function pathOf({ format, kind }: Method, record: ValueMap, index: number): ExecutionPath {
  if (format === "method") return { path: memberPath("$.e", index), isWrapped: false };
  const conditions = record.get("conditions");
  const count = isList(conditions) ? conditions.length : 0;
  if (index < count) return { path: memberPath("$.conditions", index), isWrapped: true };
  if (kind === "request") return { path: "$.response", isWrapped: true };
  return { path: memberPath("$.updates", index - count), isWrapped: false };
}

function addWrapped(call: ValueMap, path: string, sites: Map<ValueMap, CodeSite>): void {
  for (const [name, args] of call) {
    const operator = name.slice(1);
    sites.set(call, { path, operator });
    // The response of a request is its one argument.
    if (operator === "response" && isList(args)) addSites(args[0] ?? null, path, sites);
    else addMembers(args, path, sites);
  }
}

/** Does not note what the machine never calls: members behind the first call of a map (PROTOCOL 7.1). */
function addSites(value: Value, path: string, sites: Map<ValueMap, CodeSite>): void {
  if (!isMap(value)) {
    addMembers(value, path, sites);
    return;
  }
  for (const [name, member] of value) {
    const at = memberPath(path, name);
    const operator = name.startsWith("$") ? name.slice(1) : "";
    if (OPERATORS.has(operator) && isContainer(member)) {
      sites.set(value, { path: at, operator });
      addMembers(member, at, sites);
      return;
    }
    addSites(member, at, sites);
  }
}

function addMembers(value: Value, path: string, sites: Map<ValueMap, CodeSite>): void {
  if (!isContainer(value)) return;
  for (const [name, member] of entriesOf(value))
    addSites(member, memberPath(path, isList(value) ? Number(name) : name), sites);
}
