/** A problem in a code and its place. */
export interface Finding {
  /** error: the chain refuses it or the machine cannot execute it. warning: it does not do what it seems to do. */
  readonly severity: "error" | "warning";
  /** A JSON path: `$.conditions[0][0].$gte[1]`. */
  readonly path: string;
  readonly sentence: string;
  /** The stable code of the rule, null for a rule without one. */
  readonly code: string | null;
  /** What to write instead. */
  readonly advice: string | null;
}

export type Report = (
  severity: Finding["severity"],
  path: string,
  sentence: string,
  rule?: Pick<Finding, "code" | "advice">,
) => void;
