import { ZERO_ADDRESS } from "../codec/address.js";
import type { Value } from "../codec/value.js";
import type { CodeKind } from "../records/code-layout.js";
import { evaluateExpression } from "../vm/evaluate.js";
import { allCalls, hasCall, type PlacedExpression } from "./calls.js";
import type { Report } from "./report.js";

/** What a call depends on beside the code: parameters, state, the chain, the weight. */
const VARIABLE = /^(?:load_param|read_|write_|weight|get_|list_|\w+_count|response|condition)/;
/** Operators that match `VARIABLE` and depend on their arguments alone. */
const CONSTANT: ReadonlySet<string> = new Set(["get_type"]);

/** Reports conditions and branches that are always decided the same way, and writes behind the response. */
export function checkBranches(kind: CodeKind, executions: readonly PlacedExpression[], report: Report): void {
  for (const { operator, args, path } of allCalls(executions)) {
    if (operator !== "condition" && operator !== "if") continue;
    const holds = constantOf(args[0] ?? null, kind);
    if (holds === undefined) continue;
    // A literal is deliberate: such a code is switched off.
    if (operator === "condition" && args[0] === false) continue;
    const isTrue = holds === true;
    if (operator === "if")
      report("BRANCH_UNREACHABLE", path, `The ${isTrue ? "third" : "second"} argument is never chosen.`);
    else
      report(
        "BRANCH_UNREACHABLE",
        path,
        isTrue ? "The condition always holds." : "The condition never holds.",
      );
  }
  checkBehindResponse(executions, report);
}

/** The value of an expression that depends on nothing; undefined for any other, and when it fails. */
function constantOf(expression: Value, kind: CodeKind): Value | undefined {
  if (hasCall(expression, ({ operator }) => VARIABLE.test(operator) && !CONSTANT.has(operator)))
    return undefined;
  const { execution } = evaluateExpression(expression, {
    kind,
    writer: ZERO_ADDRESS,
    space: "",
    parameters: new Map(),
    implicit: null,
    state: { read: () => undefined },
    chain: null,
  });
  return execution.status === "done" ? execution.value : undefined;
}

function checkBehindResponse(executions: readonly PlacedExpression[], report: Report): void {
  const first = executions.findIndex((execution) =>
    allCalls([execution]).some(({ operator, branches }) => operator === "response" && branches.size === 0),
  );
  if (first < 0) return;
  for (const { operator, path } of allCalls(executions.slice(first + 1)))
    if (operator === "response" || operator.startsWith("write_"))
      report("BRANCH_UNREACHABLE", path, "The call ends before this: a response stands before it.");
}
