import type { ChainError } from "../../codec/chain-error.js";

/**
 * The states of a projector: connecting, or waiting to connect; standing by while another projector writes; copying missing
 * blocks; following the chain. This file is separate so that a node without a projection does not load the PostgreSQL client.
 */
export const PROJECTOR_STATES = ["connecting", "standby", "copying", "following"] as const;

export type ProjectorState = (typeof PROJECTOR_STATES)[number];

export interface SourceHeights {
  readonly main: number;
  readonly resource: number;
}

/** What a projector spends its time with. */
export type CopyStepName = "read" | "write" | "undo";

export interface ProjectorStatus {
  readonly state: ProjectorState;
  /** The last heights in the database. */
  readonly main: number;
  readonly resource: number;
  readonly source: SourceHeights;
  readonly term: number;
  /** The seconds for which the database has lacked a block of the source. */
  readonly lagSeconds: number;
  /** The number of writes that failed because another projector had written. */
  readonly conflicts: number;
  /** The names of other servers that can be written, though one only should be. */
  readonly rivals: readonly string[];
  /** Since the start. */
  readonly undone: number;
  readonly blocks: number;
  readonly transactions: number;
  readonly seconds: Readonly<Record<CopyStepName, number>>;
  /** The failure after which the projector waits to try again; null when it does not wait. */
  readonly failure: ChainError | null;
}

/** A status that a thread can send: the failure is its message alone. */
export type ToldStatus = Omit<ProjectorStatus, "failure"> & { readonly failure: string | null };
