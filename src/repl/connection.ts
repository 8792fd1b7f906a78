import type { Client } from "../client/index.js";
import type { ChainSource } from "../node/trial/chain-source.js";
import type { Sandbox } from "./sandbox.js";

/** Where a console is attached. Embedded and attached differ in how this was made, and nowhere else. */
export interface Connection {
  /** A word for the prompt. */
  readonly name: string;
  readonly client: Client;
  /** Codes, cells and blocks as they are now, for what looks back from there. It is not the caller's to close. */
  readonly openSource: () => Promise<ChainSource>;
  /** The time that transactions are built with, µs. */
  readonly nowUs: () => number;
  /** Null unless the chain is the console's own. */
  readonly sandbox: Sandbox | null;
}
