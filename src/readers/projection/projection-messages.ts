import type { ToldStatus } from "../../ops/status/projector-status.js";

/** The messages between a node and the thread of its projection. */

export interface PostgresServers {
  /** The addresses of its servers, separated by commas. */
  readonly urls: string;
  readonly passwordFile: string | null;
}

export interface ProjectionStart extends PostgresServers {
  /** The path of the data directory. */
  readonly directory: string;
}

/** A message of the thread: its status, the seconds for which the database lacked a block, or the error that ended it. */
export type FromProjection =
  { readonly status: ToldStatus } | { readonly caughtUp: number } | { readonly failed: string };
