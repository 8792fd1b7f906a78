import { LINT_RULES, type LintCode, type LintRule } from "../records/lint-rules.js";

export interface Finding extends Pick<LintRule, "severity" | "advice"> {
  readonly code: LintCode;
  /** A JSON path: `$.conditions[0][0].$gte[1]`. */
  readonly path: string;
  readonly sentence: string;
}

/** Notes that a code breaks a rule. */
export type Report = (code: LintCode, path: string, sentence: string) => void;

export function findingOf(code: LintCode, path: string, sentence: string): Finding {
  const { severity, advice } = LINT_RULES[code];
  return { severity, code, path, sentence, advice };
}
