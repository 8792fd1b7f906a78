import type { ToldStatus } from "../../projector/projector.js";

/** What a node and the thread of its projection tell each other. */

/** A PostgreSQL database. */
export interface PostgresServers {
  /** The addresses of its servers, separated by commas. */
  readonly urls: string;
  /** The file with the password. */
  readonly passwordFile: string | null;
}

export interface ProjectionStart extends PostgresServers {
  /** The path of the data directory. */
  readonly directory: string;
}

/** What the thread tells: what it does, or for how long the database lacked what it has now. */
export type FromProjection =
  { readonly status: ToldStatus } | { readonly caughtUp: number } | { readonly failed: string };
