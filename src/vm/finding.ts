/** One thing that is wrong with a code, and where. */
export interface Finding {
  /** error: the chain refuses it, or the machine cannot do it. warning: it does something else than it looks like. */
  readonly severity: "error" | "warning";
  /** A JSON path: `$.conditions[0][0].$gte[1]`. */
  readonly path: string;
  readonly sentence: string;
  /** Stays the same from one version to the next; null for what has none. */
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

/** The path of a member: a name after a point, a list's index or any other key in brackets. */
export function memberPath(path: string, key: string | number): string {
  if (typeof key === "number") return `${path}[${key}]`;
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}
