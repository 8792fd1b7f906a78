import type { Value } from "../codec/value.js";
import { checkExpression } from "../lint/check-expression.js";
import type { CodeKind } from "../records/code-layout.js";
import type { LintCode } from "../records/lint-rules.js";
import * as errors from "./errors.js";

/** What the machine takes for data although it is written as a call. */
const DATA: ReadonlySet<LintCode> = new Set(["OPERATOR_UNKNOWN", "ARGUMENTS_ARE_DATA"]);

/** Refuses a mistyped operator: evaluated alone, it would be its own value. Throws `EXPRESSION_DATA`. */
export function assertCalls(expression: Value, kind: CodeKind): void {
  checkExpression(expression, "$", kind, (code, path, sentence) => {
    if (DATA.has(code)) throw errors.expressionData({ sentence, path });
  });
}
