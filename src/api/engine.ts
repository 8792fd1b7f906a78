import type { StateKind } from "../codec/state-key.js";
import type { Value } from "../codec/value.js";
import type { Answer } from "../ledger/answer.js";
import type { Given } from "../records/operations/operation.js";
import type { ROUND } from "../records/operations/node.js";
import type { EventQuery } from "./events/event-hub.js";
import type { Exploration } from "./exploring/explorations.js";
import type { ReplayJob } from "./tracing/replay-job.js";

/**
 * A node as HTTP, the console and the commands use it: every operation of the RPC interface (docs/rpc.md) as a method.
 * Methods throw `ChainError` only.
 */
export interface Engine {
  /** SendTransaction: admits a signed transaction to the pool (PROTOCOL 5.6). Returns its hash. */
  sendTransaction(input: SignedInput, options?: SubmitOptions): Promise<string>;
  /** SendTransaction that waits for the block of the transaction. Returns its hash and its fate. */
  sendAndWait(input: SignedInput, wait: AnswerWait): Promise<AwaitedAnswer>;
  /** Weight: the weight of a transaction, or the weight reached when a condition fails (PROTOCOL 13.7). */
  weight(input: SignedInput): Promise<bigint>;
  /** Request: runs a system request or registered request code on the current state (PROTOCOL 5.7). */
  request(input: RequestInput): Promise<Answer>;

  info(): Promise<Value>;
  round(query: RoundQuery): Promise<Value>;
  broadcast(query: BroadcastQuery): Promise<Answer>;
  peer(query: PeerQuery): Promise<PeerAnswer>;
  inspect(kind: StateKind, key: string): Promise<Value>;
  stateAt(query: StateQuery): Promise<Value>;
  /** Trace and WhatIf: what a call did or would do, as JSON. `caller`: as in `PeerQuery`. */
  replay(job: ReplayJob, caller?: string): Promise<string>;
  history(query: HistoryQuery): Promise<Value>;
  /** Search, ListCells, ListCalls, Statistics and Overview: what the explorer asks of the chain. `caller`: as in `PeerQuery`. */
  explore<Given>(question: Exploration<Given>, caller?: string): Promise<Value>;
  /** Events: the frames of a stream of server-sent events, until it is aborted (docs/events.md). */
  events(query: EventQuery, signal?: AbortSignal): AsyncIterable<string>;
  /** Throws `PRUNED` when events after the place from which a stream is to continue are gone. */
  assertResumable?(query: EventQuery): Promise<void>;
}

export type { Answer };

/** Input before validation: members may be missing or of any type. */
export interface SignedInput {
  readonly transaction: Value | undefined;
  readonly public_key: Value | undefined;
  readonly signature: Value | undefined;
}

export interface AnswerWait {
  readonly waitMs: number;
  /** Aborted when the caller has left. */
  readonly signal?: AbortSignal;
}

export interface AwaitedAnswer {
  readonly hash: string;
  readonly fate: Value;
}

export interface SubmitOptions {
  /** Whether another node accepted it before and forwards it: this node does not forward it again (PROTOCOL 15.14). */
  readonly isForwarded?: boolean;
}

export interface RequestInput {
  readonly request: Value | undefined;
  readonly public_key?: Value | undefined;
  readonly signature?: Value | undefined;
}

export type RoundQuery = Given<typeof ROUND>;

export interface StateQuery {
  readonly kind: StateKind;
  readonly keys: readonly string[];
  /** Default: that of the last block. */
  readonly height?: number | undefined;
}

export interface HistoryQuery {
  readonly kind: StateKind;
  readonly key: string;
  /** Only blocks below this height. Default: all. */
  readonly before?: number | undefined;
}

export interface BroadcastQuery {
  readonly chain_type?: string | undefined;
  readonly round_key?: string | undefined;
  readonly news?: NewsQuery | undefined;
}

/** What another node asks for that knows what was new before (PROTOCOL 15.15). */
export interface NewsQuery {
  /** The cursor of its last answer. */
  readonly since: string;
  /** The ids of the records that it wants. */
  readonly wanted: readonly string[];
  /** The id of its last main block. */
  readonly tip?: string;
  /** How long it waits for something new, when it wants nothing. */
  readonly waitMs: number;
  readonly signal?: AbortSignal;
}

export interface PeerQuery {
  readonly register: boolean;
  readonly host?: string | undefined;
  readonly authentication: boolean;
  readonly height?: number | undefined;
  /** The remote caller: an address, or a network that counts as one. Left out for a caller on this machine. */
  readonly caller?: string;
}

export interface PeerAnswer {
  readonly data: Value;
  readonly register: boolean;
  readonly registerResult: boolean;
  readonly authentication: boolean;
}
