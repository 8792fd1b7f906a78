import type { SandboxChain } from "../dev/sandbox/sandbox-chain.js";
import type { Client } from "../client/index.js";
import type { Value } from "../codec/value.js";
import type { AdminCall } from "../ops/admin/admin-client.js";
import type { RuleSet } from "../records/rules.js";
import type { ReadChain } from "../replay/read-chain.js";
import type { KeyPair } from "../data/directory/identity.js";
import type { NamedKeys } from "../data/keys/named-keys.js";

/** The connection of a console. Embedded and attached consoles differ only in how it was made. */
export interface ConsoleConnection {
  readonly name: string;
  /** The location, for people: a URL, a directory. */
  readonly place?: string;
  readonly network?: string;
  readonly ruleSet: RuleSet;
  /** What a transaction must say of the network (PROTOCOL 16.5). */
  readonly networkMembers: ReadonlyMap<string, string>;
  readonly client: Client;
  /** Calls the node on its admin socket; missing when it is not on this machine. */
  readonly admin?: (call: AdminCall) => Promise<Value>;
  /** The current codes, cells and blocks, for functions that look back. The caller must not close it. */
  readonly openChain: () => Promise<ReadChain>;
  /** The time for new transactions, in µs: each result is later than the one before. */
  readonly nowUs: () => number;
  readonly sandbox: Sandbox | null;
}

type OfChain = "mine" | "warp" | "snapshot" | "revert" | "fund" | "mineResource" | "refusalOf" | "close";

/** A private chain in memory whose time stands still until it is advanced. */
export interface Sandbox extends Pick<SandboxChain, OfChain> {
  /** Funded accounts with known keys, on a development network. The first is a new chain's manager. */
  readonly accounts: readonly KeyPair[];
  impersonate(address: string): Impersonated;
}

export interface Impersonated {
  readonly address: string;
  readonly send: (type: string, parameters?: unknown) => Promise<string>;
}

export interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

export interface Host {
  /** The keys, which sign and whose names stand for addresses. */
  readonly keys: NamedKeys;
  /** Asks for a password without showing it. Throws without a terminal. */
  readonly askPassword: (message: string) => Promise<string>;
  readonly print: (value: unknown) => void;
  /** A line that shows the progress of long work. Nothing is shown in its first second. */
  readonly openProgress: () => ProgressLine;
  readonly interruption: () => AbortSignal;
}
