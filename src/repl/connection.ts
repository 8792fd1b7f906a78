import type { Client, SystemRequests } from "../client/index.js";
import type { Sandbox } from "./sandbox.js";

/** What the console needs of a node. A `Client` is one; so is an engine in this process. */
export type ChainClient = SystemRequests &
  Pick<Client, "info" | "request" | "sendTransaction" | "weight" | "inspect">;

/** Where a console is attached. Embedded and attached differ in how this was made, and nowhere else. */
export interface Connection {
  /** A word for the prompt. */
  readonly name: string;
  readonly client: ChainClient;
  /** The time that transactions are built with, µs. */
  readonly nowUs: () => number;
  /** Null unless the chain is the console's own. */
  readonly sandbox: Sandbox | null;
}
