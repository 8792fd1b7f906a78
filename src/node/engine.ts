import type { Value } from "../codec/value.js";
import type { Answer } from "../ledger/answer.js";
import type { StateKind } from "../store/store.js";

/**
 * What the faces (HTTP, console, commands on a stopped node's data) see of a node: every operation of SPEC.md as a
 * method. Each may throw a `ChainError`, and nothing else.
 */
export interface Engine {
  /** SendTransaction: admits a signed transaction to the pool (PROTOCOL 5). Answers its hash. */
  sendTransaction(input: SignedInput): Promise<string>;
  /** Weight: the weight it would have, reached so far when a condition fails (PROTOCOL 13). */
  weight(input: SignedInput): Promise<bigint>;
  /** Request: a system request or registered request code against the current state. */
  request(input: RequestInput): Promise<Answer>;

  info(): Promise<Value>;
  round(query: RoundQuery): Promise<Value>;
  broadcast(query: BroadcastQuery): Promise<Answer>;
  peer(query: PeerQuery): Promise<PeerAnswer>;
  inspect(kind: StateKind, key: string): Promise<Value>;
}

export type { Answer };

/** What arrived, not yet looked at: members may be missing or of any type. */
export interface SignedInput {
  readonly transaction: Value | undefined;
  readonly public_key: Value | undefined;
  readonly signature: Value | undefined;
}

export interface RequestInput {
  readonly request: Value | undefined;
  readonly public_key?: Value | undefined;
  readonly signature?: Value | undefined;
}

export interface RoundQuery {
  readonly chain_type?: string;
  readonly height?: number;
  /** With chain_type all: the heights of each chain. */
  readonly main?: number;
  readonly resource?: number;
}

export interface BroadcastQuery {
  readonly chain_type?: string;
  readonly round_key?: string;
}

export interface PeerQuery {
  readonly register: boolean;
  readonly host?: string;
  readonly authentication: boolean;
  readonly height?: number;
  /** Who asks, where that is a stranger. */
  readonly caller?: string;
}

export interface PeerAnswer {
  readonly data: Value;
  readonly register: boolean;
  readonly registerResult: boolean;
  readonly authentication: boolean;
}
