import type { ValueMap } from "../../codec/value.js";
import type { Method } from "../../records/code.js";
import type { Call, ChainQuery, Execution, ImplicitValues, StateKeys, StateKind } from "../../vm/machine.js";

/** What the node and a thread that runs the machine say to each other. All of it is plain data. */

/** A call with its codes as they were before they were compiled. */
export interface SentCall {
  readonly method: Method;
  readonly postProcess: Method | null;
  readonly parameters: ValueMap;
  readonly implicit: ImplicitValues | null;
}

/** What a thread is given to do, one at a time. */
export interface Job {
  readonly kind: "collect" | "execute" | "answer";
  readonly call: SentCall;
  readonly maxWork: number;
}

/** What a thread asks while it runs; it stands still until it is answered. */
export type Question =
  | { readonly ask: "cell"; readonly kind: StateKind; readonly key: string }
  | { readonly ask: "load"; readonly keys: LoadedKeys; readonly maxLength: number }
  | { readonly ask: "chain"; readonly query: ChainQuery };

export type LoadedKeys = Extract<StateKeys, { ok: true }>;

/** The answer to a question. None: whoever should have answered failed, and the job is to be given up. */
export type Reply = { readonly value: unknown } | null;

/** A write with its value serialized: whoever takes many over does it one by one. */
export interface SentWrite {
  readonly kind: StateKind;
  readonly key: string;
  readonly value: Uint8Array;
}

type Failed = Extract<Execution, { ok: false }>;

export type SentOutcome =
  | {
      readonly ok: true;
      readonly weight: bigint;
      readonly work: number;
      readonly writes: readonly SentWrite[];
    }
  | Failed;

/** A request's response as canonical JSON. */
export type SentAnswer = { readonly ok: true; readonly json: string } | Failed;

/** What a job came to; null when it was given up. */
export type Result = StateKeys | SentOutcome | SentAnswer | null;

/** What a thread says. */
export type Said = Question | { readonly result: Result };

export function callToSend({ program, postProcess, parameters, implicit }: Call): SentCall {
  return { method: program.method, postProcess: postProcess?.method ?? null, parameters, implicit };
}
