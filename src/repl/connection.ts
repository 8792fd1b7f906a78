import type { Client } from "../client/index.js";
import type { Value } from "../codec/value.js";
import type { AdminCall } from "../node/admin/admin-client.js";
import type { ReadChain } from "../replay/read-chain.js";
import type { Sandbox } from "./sandbox.js";

/** The connection of a console. Embedded and attached consoles differ only in how it was made. */
export interface Connection {
  /** The name in the prompt. */
  readonly name: string;
  /** The location, for people: a URL, a directory. */
  readonly place?: string;
  /** The network's name, when it is known. */
  readonly network?: string;
  readonly client: Client;
  /** Calls the node on its admin socket; missing when it is not on this machine. */
  readonly admin?: (call: AdminCall) => Promise<Value>;
  /** The current codes, cells and blocks, for functions that look back. The caller must not close it. */
  readonly openChain: () => Promise<ReadChain>;
  /** The time for new transactions, in µs: each result is later than the one before. */
  readonly nowUs: () => number;
  /** Null unless the chain is a sandbox. */
  readonly sandbox: Sandbox | null;
}
