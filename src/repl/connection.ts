import type { Client } from "../client/index.js";
import type { Value } from "../codec/value.js";
import type { AdminCall } from "../node/admin/admin-client.js";
import type { RuleSet } from "../records/rules.js";
import type { ReadChain } from "../replay/read-chain.js";
import type { KeyPair } from "../node/directory/identity.js";
import type { LongWorkOptions } from "../node/sandbox/long-work.js";
import type { NamedKeys } from "../node/keys/named-keys.js";

/** The connection of a console. Embedded and attached consoles differ only in how it was made. */
export interface ConsoleConnection {
  readonly name: string;
  /** The location, for people: a URL, a directory. */
  readonly place?: string;
  /** The network's name, when it is known. */
  readonly network?: string;
  /** The rules of the network. */
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
  /** Null unless the chain is a sandbox. */
  readonly sandbox: Sandbox | null;
}

/** A private chain in memory whose time stands still until it is advanced. */
export interface Sandbox {
  /**
   * Funded accounts with publicly known keys. A fork has them when its network is a development network. On a new
   * chain the first account is the network manager.
   */
  readonly accounts: readonly KeyPair[];
  /**
   * Advances by a number of rounds, or until the pool is empty. A round puts the pooled transactions into a block; a
   * round without transactions makes none. Returns the height.
   */
  mine(rounds?: number, watched?: LongWorkOptions): Promise<number>;
  /**
   * Advances by a number of resource intervals and mines a resource block after each. Returns the height of the last.
   */
  mineResource(count?: number, watched?: LongWorkOptions): Promise<number>;
  /** Advances the time. */
  warp(seconds: number, watched?: LongWorkOptions): Promise<void>;
  /** Saves time, pool and both chains. Returns a number for `revert`. */
  snapshot(): Promise<number>;
  /** Restores a snapshot, also below the fixed height. Later snapshots are dropped. */
  revert(snapshot: number): Promise<void>;
  /** Returns a sender for an address, without its key. */
  impersonate(address: string): Impersonated;
  /** Creates an amount, in the smallest unit, for an address, in a block. */
  fund(address: string, amount: string | bigint): Promise<void>;
  /** Why a transaction was left out of a block, null when it was not. */
  refusalOf(hash: string): string | null;
  close(): Promise<void>;
}

/** A sender without a key. */
export interface Impersonated {
  readonly address: string;
  /** Returns the hash. */
  readonly send: (type: string, parameters?: unknown) => Promise<string>;
}

export interface ProgressLine {
  show(text: string): void;
  clear(): void;
}

/** What the objects at the prompt need from a conversation or a batch. */
export interface Host {
  /** The keys, which sign and whose names stand for addresses. */
  readonly keys: NamedKeys;
  /** Asks for a password without showing it. Throws without a terminal. */
  readonly askPassword: (message: string) => Promise<string>;
  /** Shows a value as an additional result of the statement. */
  readonly print: (value: unknown) => void;
  /** A line that shows the progress of long work. Nothing is shown in its first second. */
  readonly openProgress: () => ProgressLine;
  readonly interruption: () => AbortSignal;
}
