import type { Place } from "../../contract/source-map.js";

/** The mutants that are tested; by default all. */
export interface MutantChoice {
  /** The lines that changed, by file. All mutants of another file, and those without a place, are tested. */
  readonly lines?: Readonly<Record<string, readonly number[]>> | undefined;
  readonly most?: number | undefined;
}

/** The task of a process that tests mutants: each `step`-th mutant from `from` on, until the process ends. */
export interface MutationRun extends MutantChoice {
  readonly files: readonly string[];
  readonly from: number;
  readonly step: number;
}

export interface SurvivingMutant {
  readonly index: number;
  readonly code: string;
  readonly path: string;
  readonly change: string;
  readonly place: Place | null;
  /** The number of tested mutants at its place; without a source, at its path. */
  readonly mutantsThere: number;
  /** Whether a test evaluates the changed part. */
  readonly isReached: boolean;
  /** The reason in the source why the change makes no difference; null without one. */
  readonly equivalent: string | null;
}

export type MutationAnswer =
  | {
      readonly status: "done";
      /** The number of mutants that are tested. */
      readonly total: number;
      readonly leftOut: number;
      readonly survivors: readonly SurvivingMutant[];
      /** The next mutant, for a new process; null when all are tested. */
      readonly next: number | null;
    }
  /** The tests fail without a mutant. */
  | { readonly status: "failed"; readonly file: string; readonly reason: string };
