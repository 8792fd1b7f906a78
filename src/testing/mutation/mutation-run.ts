import type { Place } from "../../contract/source-map.js";

/** What a process that tests mutants is told: it takes each `step`-th mutant from one on, some of them. */
export interface MutationRun {
  readonly files: readonly string[];
  readonly from: number;
  readonly step: number;
}

/** A mutant that no test noticed. */
export interface SurvivingMutant {
  readonly index: number;
  readonly code: string;
  readonly path: string;
  readonly change: string;
  readonly place: Place | null;
  /** Whether any test evaluates what it changes. */
  readonly isReached: boolean;
  /** Why the source says that it makes no difference; null when it does not say so. */
  readonly equivalent: string | null;
}

export type MutationAnswer =
  | {
      readonly status: "done";
      /** The mutants of all codes together. */
      readonly total: number;
      readonly survivors: readonly SurvivingMutant[];
      /** The mutant to go on with, in a new process; null when all are done. */
      readonly next: number | null;
    }
  /** The tests fail without a mutant. */
  | { readonly status: "failed"; readonly file: string; readonly reason: string };
