/** The task of the process that runs test files, and its answer. */

export const REPORTERS = ["spec", "tap", "junit", "dot"] as const;
export type ReporterName = (typeof REPORTERS)[number];

export interface TestRun {
  readonly files: readonly string[];
  readonly reporter: ReporterName;
  /** Regular expressions: a test runs when its name matches one of them. Without any, all run. */
  readonly filters: readonly string[];
}

export interface EndedTest {
  readonly file: string | null;
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
  readonly durationMs: number;
  readonly failure: string | null;
}
