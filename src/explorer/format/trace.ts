import type { CodeSite } from "../../client/code-at.js";
import type { TracedOperator, TracedTrial } from "../../client/index.js";

/** The place of an operator in a trace: its indexes from the outermost call inwards, as `0.2.1`. */
export type TracePath = string;

type TracedWrite = TracedTrial["writes"][number];

/** Every operator with its path, outer ones first. */
export function* operatorsIn(
  trace: readonly TracedOperator[],
  above: TracePath = "",
): Generator<readonly [TracePath, TracedOperator]> {
  for (const [index, call] of trace.entries()) {
    const path = above === "" ? String(index) : `${above}.${index}`;
    yield [path, call];
    yield* operatorsIn(call.calls, path);
  }
}

/**
 * The JSON paths of a code's own operators in a trace, by their places. The machine calls the operators in the order of the
 * code, all arguments before the call, until one fails. A trace that does not match is of another version of the code: the
 * rest of it has no path.
 */
export function jsonPathsIn(
  trace: readonly TracedOperator[],
  sites: Iterable<CodeSite>,
): ReadonlyMap<TracePath, string> {
  const paths = new Map<TracePath, string>();
  const own = trace.filter(({ part }) => part === "own");
  const calls = operatorsIn(own);
  for (const { operator, path } of sites) {
    const next = calls.next();
    if (next.done === true || next.value[1].operator !== operator) break;
    paths.set(next.value[0], path);
  }
  return paths;
}

/** The paths that contain a path, the outermost first. */
export function pathsAbove(path: TracePath): readonly TracePath[] {
  const parts = path.split(".");
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join("."));
}

export function failedPath(trace: readonly TracedOperator[]): TracePath | null {
  let failed: TracePath | null = null;
  for (const [path, call] of operatorsIn(trace)) if (call.failed) failed = path;
  return failed;
}

/** The operator whose value a cell has at the end: the last one that writes it. */
export function writerPath(
  trace: readonly TracedOperator[],
  { kind, attribute, key }: TracedWrite,
): TracePath | null {
  let writer: TracePath | null = null;
  for (const [path, { operator, arguments: given }] of operatorsIn(trace))
    if (operator === `write_${kind}` && given?.[0] === attribute && given[1] === key) writer = path;
  return writer;
}

const OPEN_AT_FIRST = 100;

/** The operators that are open at first: as many as a reader grasps at once, outer ones before inner ones. */
export function openAtFirst(trace: readonly TracedOperator[]): ReadonlySet<TracePath> {
  const open = new Set<TracePath>();
  let shown = trace.length;
  let level: readonly (readonly [TracePath, TracedOperator])[] = trace.map((call, index) => [
    String(index),
    call,
  ]);
  while (level.length > 0) {
    const next: (readonly [TracePath, TracedOperator])[] = [];
    for (const [path, { calls }] of level) {
      if (calls.length === 0) continue;
      shown += calls.length;
      if (shown > OPEN_AT_FIRST) return open;
      open.add(path);
      next.push(...calls.map((call, index) => [`${path}.${index}`, call] as const));
    }
    level = next;
  }
  return open;
}
