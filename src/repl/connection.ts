import type { Client } from "../client/index.js";
import type { Value } from "../codec/value.js";
import type { AdminCall } from "../node/admin/admin-client.js";
import type { ChainSource } from "../node/trial/chain-source.js";
import type { Sandbox } from "./sandbox.js";

/** Where a console is attached. Embedded and attached differ in how this was made, and nowhere else. */
export interface Connection {
  /** A word for the prompt. */
  readonly name: string;
  /** Where that is, for people: an address, a directory. */
  readonly place?: string;
  /** The network's name, where it is known. */
  readonly network?: string;
  readonly client: Client;
  /** Asks the node on its admin socket; missing where there is none at hand. */
  readonly admin?: (call: AdminCall) => Promise<Value>;
  /** Codes, cells and blocks as they are now, for what looks back from there. It is not the caller's to close. */
  readonly openSource: () => Promise<ChainSource>;
  /** The time that transactions are built with, µs: each answer is later than the one before. */
  readonly nowUs: () => number;
  /** Null unless the chain is the console's own. */
  readonly sandbox: Sandbox | null;
}
